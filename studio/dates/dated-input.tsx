import { Card, Stack, Text } from '@sanity/ui'
import { type Dated, sentenceOf, stateOf } from 'halvi-site/dates/sentence'
import type { ObjectInputProps } from 'sanity'
import { useFormValue } from 'sanity'
import { SentenceUses } from './sentence-uses.tsx'

const abouts: Record<string, string> = {
  launch: 'launch',
  launchOffer: 'offer',
  challenge: 'challenge',
}

/** Shows the sentence that the site currently displays for a date, above the fields of the date. */
export function DatedInput(props: ObjectInputProps) {
  const siteZone = useFormValue(['timeZone'])
  const { value, schemaType, renderDefault } = props
  if (!value) return renderDefault(props)
  const dated = { ...value, _type: schemaType.name } as Dated
  const zone = String(value.timeZone ?? siteZone ?? 'UTC')
  const now = Date.now()
  const state = stateOf(dated, zone, now)
  const isPassed = state?.name === 'passed' || state?.name === 'over'
  const sentence = sentenceOf(dated, zone, now)
  return (
    <Stack space={4}>
      <Card padding={4} radius={2} border tone={isPassed ? 'caution' : 'transparent'}>
        <Stack space={4} data-testid="dated-state" data-state={state?.name}>
          <Text size={1} weight="semibold">
            {isPassed
              ? 'This date has passed. Change the status or set another date.'
              : 'Current text on the site'}
          </Text>
          <Text size={1}>{sentence ? `“${sentence}”` : 'No text: the sentence is empty.'}</Text>
          {state?.changesAt !== undefined && (
            <Text size={1} muted>
              Changes automatically on {timeText(state.changesAt, zone)}.
            </Text>
          )}
          <SentenceUses about={abouts[schemaType.name] ?? ''} />
        </Stack>
      </Card>
      {renderDefault(props)}
    </Stack>
  )
}

function timeText(time: number, timeZone: string): string {
  try {
    return new Date(time).toLocaleString('en-US', {
      timeZone,
      dateStyle: 'long',
      timeStyle: 'short',
    })
  } catch {
    return new Date(time).toISOString()
  }
}

import { Card, Stack, Text } from '@sanity/ui'
import type { ObjectInputProps } from 'sanity'
import { useFormValue } from 'sanity'
import { type Dated, sentenceOf, stateOf } from '../../app/dates/sentence.ts'
import { SentencePlaces } from './sentence-places.tsx'

const abouts: Record<string, string> = {
  launch: 'launch',
  launchOffer: 'offer',
  challenge: 'challenge',
}

/** What the site is telling of a date at present, above the fields that it is made of. */
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
              ? 'This date has passed. Set what is known now, or another date.'
              : 'What texts say at present'}
          </Text>
          <Text size={1}>{sentence ? `“${sentence}”` : 'Nothing: its sentence is missing.'}</Text>
          {state?.changesAt !== undefined && (
            <Text size={1} muted>
              Changes by itself on {momentOf(state.changesAt, zone)}.
            </Text>
          )}
          <SentencePlaces about={abouts[schemaType.name] ?? ''} />
        </Stack>
      </Card>
      {renderDefault(props)}
    </Stack>
  )
}

function momentOf(moment: number, timeZone: string): string {
  try {
    return new Date(moment).toLocaleString('en-US', {
      timeZone,
      dateStyle: 'long',
      timeStyle: 'short',
    })
  } catch {
    return new Date(moment).toISOString()
  }
}

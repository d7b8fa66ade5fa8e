import { Box, Flex } from '@sanity/ui'
import { Choice, Note, SmallButton } from '../../ui/controls.tsx'
import { useOptions } from '../filters/use-options.ts'
import { useLeadsUrl } from '../use-leads-url.ts'
import { chosenPeriod, periods } from './period.ts'

/** The filters of the metrics: the period and the form. */
export function PeriodChoice() {
  const { params, go } = useLeadsUrl()
  const { form: forms } = useOptions()
  const chosen = chosenPeriod(params)
  const form = params.get('form') ?? ''
  const show = (period: string, form: string) =>
    go('figures', [['period', period], ...(form ? [['form', form] as [string, string]] : [])])
  return (
    <Flex gap={2} wrap="wrap" align="center">
      <Flex gap={1} wrap="wrap" role="group" aria-label="Period">
        {Object.entries(periods).map(([period, title]) => (
          <SmallButton
            key={period}
            mode="bleed"
            text={title}
            selected={period === chosen}
            aria-pressed={period === chosen}
            onClick={() => show(period, form)}
          />
        ))}
      </Flex>
      <Box>
        <Choice
          aria-label="Form"
          value={form}
          choices={[['', 'All forms'], ...forms.map(({ value, label }) => [value, label] as const)]}
          onValue={(form) => show(chosen, form)}
        />
      </Box>
      <Note>Days are in UTC.</Note>
    </Flex>
  )
}

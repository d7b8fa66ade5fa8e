import { Box, Flex } from '@sanity/ui'
import { Choice, Note, SmallButton } from '../../ui/controls.tsx'
import { FilterDates } from '../filters/filter-dates.tsx'
import { useOptions } from '../filters/use-options.ts'
import { useLeadsUrl } from '../use-leads-url.ts'
import { periods } from './period.ts'

/** The filters of the metrics: the period and the form. */
export function PeriodChoice() {
  const { params, go } = useLeadsUrl()
  const { form: forms } = useOptions()
  const param = (key: string) => params.get(key) ?? ''
  const [from, to, form] = [param('from'), param('to'), param('form')]
  const isCustom = Boolean(from || to)
  const chosen = isCustom ? '' : (params.get('period') ?? '30')
  const show = (next: Record<string, string>) =>
    go(
      'figures',
      Object.entries(next).filter(([, value]) => value),
    )
  return (
    <Flex gap={2} wrap="wrap" align="center">
      <Flex gap={1} wrap="wrap" role="group" aria-label="Period">
        {[...Object.entries(periods), ['all', 'All time'] as const].map(([period, title]) => (
          <SmallButton
            key={period}
            mode="bleed"
            text={title}
            selected={period === chosen}
            aria-pressed={period === chosen}
            onClick={() => show({ period, form })}
          />
        ))}
        <FilterDates zone="UTC" from={from} to={to} onChange={(days) => show({ ...days, form })} />
      </Flex>
      <Box>
        <Choice
          aria-label="Form"
          value={form}
          choices={[['', 'All forms'], ...forms.map(({ value, label }) => [value, label] as const)]}
          onValue={(form) => show({ ...(isCustom ? { from, to } : { period: chosen }), form })}
        />
      </Box>
      <Note>Days are in UTC.</Note>
    </Flex>
  )
}

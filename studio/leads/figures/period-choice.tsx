import { Box, Button, Flex, Text } from '@sanity/ui'
import { Choice } from '../../inputs/choice.tsx'
import { FilterDates } from '../filters/filter-dates.tsx'
import { useOptions } from '../filters/use-options.ts'
import { useAddress } from '../use-address.ts'
import { periods } from './period.ts'

/** Chooses the period of the figures, and their form. */
export function PeriodChoice() {
  const { params, go } = useAddress()
  const { form: forms } = useOptions()
  const [from, to, form] = ['from', 'to', 'form'].map((key) => params.get(key) ?? '') as [
    string,
    string,
    string,
  ]
  const isOwn = Boolean(from || to)
  const chosen = isOwn ? undefined : (params.get('period') ?? '30')
  const show = (next: Record<string, string>) =>
    go(
      'figures',
      Object.entries(next).filter(([, value]) => value),
    )
  return (
    <Flex gap={2} wrap="wrap" align="center">
      <Flex gap={1} wrap="wrap" role="group" aria-label="Period">
        {[...Object.entries(periods), ['all', 'All'] as const].map(([period, title]) => (
          <Button
            key={period}
            fontSize={1}
            padding={2}
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
          onChange={(event) => {
            const period: Record<string, string> = isOwn ? { from, to } : { period: chosen ?? '' }
            show({ ...period, form: event.currentTarget.value })
          }}
        >
          <option value="">All forms</option>
          {forms.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Choice>
      </Box>
      <Text size={1} muted>
        Days are those of UTC.
      </Text>
    </Flex>
  )
}

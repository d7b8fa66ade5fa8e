import { Grid, Stack, Text } from '@sanity/ui'
import type { LeadMetrics } from 'halvi-leads/contract'
import { styled } from 'styled-components'
import { DataTable } from '../../ui/table.tsx'
import { formLabel } from '../labels.ts'
import { Bars } from './bars.tsx'
import { numberText, Scrolling, Section } from './numbers.tsx'
import { type Bin, binsOf, type Period, startText } from './period.ts'

const Details = styled.details`
  summary {
    cursor: pointer;
    font-size: 13px;
    padding: 6px 0;
    color: var(--card-muted-fg-color);
    width: max-content;
    border-radius: 3px;
  }
  summary:focus-visible {
    outline: 2px solid var(--card-focus-ring-color);
  }
`

/** Charts and a table with the number of leads by day, week, or month, and by form. */
export function Days({ days, period }: { days: LeadMetrics['days']; period: Period }) {
  const { step, bins } = binsOf(days, period)
  const title = `Leads by ${step}`
  const forms = [...new Set(days.map(({ form }) => form))].sort()
  const countOf = (form: string) => (bin: Bin) => bin.byForm.get(form) ?? 0
  const valuesOf = (count: (bin: Bin) => number) =>
    bins.map((bin) => ({ key: bin.start, label: startText(bin.start, step), value: count(bin) }))
  const highest = Math.max(0, ...bins.flatMap(({ byForm }) => [...byForm.values()]))
  const numberOf = (title: string, count: (bin: Bin) => number) => ({
    title,
    isNumber: true,
    cell: (bin: Bin) => numberText(count(bin)),
  })
  return (
    <Section title={title}>
      <Bars title={title} values={valuesOf(({ total }) => total)} height={220} />
      {forms.length > 1 && (
        <Grid columns={[1, 1, 2, 3]} gap={4}>
          {forms.map((form) => (
            <Stack key={form} space={3}>
              <Text as="h3" size={1} weight="medium">
                {formLabel(form)}
              </Text>
              <Bars
                title={`${title}: ${formLabel(form)}`}
                values={valuesOf(countOf(form))}
                height={100}
                max={highest}
              />
            </Stack>
          ))}
        </Grid>
      )}
      <Details>
        <summary>Show numbers</summary>
        <Scrolling title="Numbers">
          <DataTable
            rows={bins}
            keyOf={({ start }) => start}
            hasRowHeadings
            columns={[
              {
                title: 'From',
                cell: ({ start }) => <time dateTime={start}>{startText(start, step)}</time>,
              },
              ...forms.map((form) => numberOf(formLabel(form), countOf(form))),
              numberOf('Total', ({ total }) => total),
            ]}
          />
        </Scrolling>
      </Details>
    </Section>
  )
}

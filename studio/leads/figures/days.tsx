import { Card, Grid, Stack, Text } from '@sanity/ui'
import type { Figures } from 'halvi-leads/contract'
import { formLabel } from '../labels.ts'
import { Bars } from './bars.tsx'
import { FigureHeading, Numbers, NumberTable, numberWord } from './numbers.tsx'
import { type Bin, binsOf, type Period, type Step, startWord } from './period.ts'

const titles: Record<Step, string> = {
  day: 'Leads by day',
  week: 'Leads by week',
  month: 'Leads by month',
}

/** How many leads came in, day by day, and by which form. */
export function Days({ days, period }: { days: Figures['days']; period: Period }) {
  const { step, bins } = binsOf(days, period)
  const forms = [...new Set(days.map(({ form }) => form))].sort()
  const valuesOf = (count: (bin: Bin) => number) =>
    bins.map((bin) => ({
      key: bin.start,
      label: startWord(bin.start, step),
      value: count(bin),
    }))
  const highest = Math.max(0, ...bins.flatMap(({ byForm }) => [...byForm.values()]))
  return (
    <Card padding={4} radius={3} border>
      <Stack space={4}>
        <FigureHeading>{titles[step]}</FigureHeading>
        <Bars title={titles[step]} values={valuesOf(({ total }) => total)} height={220} />
        {forms.length > 1 && (
          <Grid columns={[1, 1, 2, 3]} gap={4}>
            {forms.map((form) => (
              <Stack key={form} space={3}>
                <Text as="h3" size={1} weight="medium">
                  {formLabel(form)}
                </Text>
                <Bars
                  title={`${titles[step]}: ${formLabel(form)}`}
                  values={valuesOf(({ byForm }) => byForm.get(form) ?? 0)}
                  height={100}
                  max={highest}
                />
              </Stack>
            ))}
          </Grid>
        )}
        <Numbers>
          <NumberTable>
            <thead>
              <tr>
                <th scope="col">From</th>
                {forms.map((form) => (
                  <th key={form} scope="col" data-number>
                    {formLabel(form)}
                  </th>
                ))}
                <th scope="col" data-number>
                  All
                </th>
              </tr>
            </thead>
            <tbody>
              {bins.map(({ start, total, byForm }) => (
                <tr key={start}>
                  <th scope="row">
                    <time dateTime={start}>{startWord(start, step)}</time>
                  </th>
                  {forms.map((form) => (
                    <td key={form} data-number>
                      {numberWord(byForm.get(form) ?? 0)}
                    </td>
                  ))}
                  <td data-number>{numberWord(total)}</td>
                </tr>
              ))}
            </tbody>
          </NumberTable>
        </Numbers>
      </Stack>
    </Card>
  )
}

import { Box, Card, Container, Grid, Stack, Text } from '@sanity/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Figures } from 'halvi-leads/contract'
import { queryString } from '../api/query-string.ts'
import { useStaff } from '../api/staff-context.tsx'
import { Failure } from '../failure.tsx'
import { sourceLabel, statusLabels } from '../labels.ts'
import { Loading } from '../loading.tsx'
import { visible } from '../text/visible.ts'
import { useAddress } from '../use-address.ts'
import { BarTable } from './bar-table.tsx'
import { Days } from './days.tsx'
import { Funnel } from './funnel.tsx'
import { numberWord, shareWord } from './numbers.tsx'
import { periodOf } from './period.ts'
import { PeriodChoice } from './period-choice.tsx'
import { useFreshFigures } from './use-fresh-figures.ts'

/** What leads tell when they are counted. */
export default function FiguresView({ version }: { version: number | undefined }) {
  const request = useStaff()
  const { params } = useAddress()
  const period = periodOf(params, Date.now())
  const form = params.get('form') || undefined
  const query = { ...period, ...(form && { form }) }
  const figures = useQuery({
    queryKey: ['figures', query],
    queryFn: ({ signal }) => request<Figures>(`figures?${queryString({ ...query })}`, { signal }),
    placeholderData: keepPreviousData,
  })
  useFreshFigures(figures, version)
  const { data, error, refetch } = figures
  return (
    <Container width={4}>
      <Box padding={4}>
        <Stack space={4}>
          <PeriodChoice />
          {error && !data && <Failure error={error} retry={refetch} />}
          {!data && !error && <Loading />}
          {data && (
            <>
              <Tiles figures={data} />
              <Days days={data.days} period={period} />
              <Breakdowns figures={data} />
            </>
          )}
          <Funnel query={query} version={version} />
        </Stack>
      </Box>
    </Container>
  )
}

function Tiles({ figures: { total, contacted, timeToDeliver, statuses } }: { figures: Figures }) {
  const delivered = timeToDeliver.reduce((sum, { leads }) => sum + leads, 0)
  const accepted = statuses.find(({ value }) => value === 'accepted')?.leads ?? 0
  const tiles = [
    { title: 'Leads', value: numberWord(total) },
    { title: 'Contacted', value: shareWord(contacted, total) },
    { title: 'Accepted', value: shareWord(accepted, total) },
    { title: 'Delivered', value: numberWord(delivered) },
  ]
  return (
    <Grid as="dl" columns={[2, 2, 4]} gap={3} margin={0}>
      {tiles.map(({ title, value }) => (
        <Card key={title} padding={4} radius={3} border style={{ display: 'grid', gap: 12 }}>
          <Text as="dt" size={1} muted>
            {title}
          </Text>
          <Text as="dd" size={4} weight="semibold" style={{ margin: 0 }}>
            {value}
          </Text>
        </Card>
      ))}
    </Grid>
  )
}

function Breakdowns({ figures }: { figures: Figures }) {
  const { total, timeToDeliver } = figures
  const rowsOf = (counts: Figures['interests'], word: (value: string) => string = visible) =>
    counts.map(({ value, leads }) => ({ label: word(value) || 'Not said', leads }))
  const statusWord = (status: string) =>
    statusLabels[status as keyof typeof statusLabels] ?? visible(status)
  return (
    <Grid columns={[1, 1, 2, 3]} gap={4}>
      <BarTable title="Interests" rows={rowsOf(figures.interests)} total={total} />
      <BarTable title="Services" rows={rowsOf(figures.services)} total={total} />
      <BarTable title="Business types" rows={rowsOf(figures.businessTypes)} total={total} />
      <BarTable title="Cities" rows={rowsOf(figures.cities)} total={total} />
      <BarTable title="Where from" rows={rowsOf(figures.sources, sourceLabel)} total={total} />
      <BarTable title="Campaigns" rows={rowsOf(figures.campaigns)} total={total} />
      <BarTable title="Status" rows={rowsOf(figures.statuses, statusWord)} total={total} />
      <BarTable
        title="Time to deliver"
        rows={timeToDeliver.map(({ upTo, leads }, index) => ({
          label:
            upTo === null
              ? `Over ${durationWord(timeToDeliver[index - 1]?.upTo ?? 0)}`
              : `Up to ${durationWord(upTo)}`,
          leads,
        }))}
        total={timeToDeliver.reduce((sum, { leads }) => sum + leads, 0)}
      />
    </Grid>
  )
}

const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
]

/** Seconds for people: `10 seconds`, `1 hour`. */
function durationWord(seconds: number): string {
  const { unit, seconds: each } = units.find((one) => seconds >= one.seconds) ?? {
    unit: 'second',
    seconds: 1,
  }
  const count = seconds / each
  return `${count.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}${count === 1 ? '' : 's'}`
}

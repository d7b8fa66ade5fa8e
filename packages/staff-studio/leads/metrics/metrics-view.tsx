import { Card, Grid, Text } from '@sanity/ui'
import { keepPreviousData } from '@tanstack/react-query'
import type { LeadMetrics } from 'halvi-leads/contract'
import { languageName } from 'halvi-leads/language-name'
import { useStaffQuery } from '../../staff.tsx'
import { queryString } from '../../staff-request.ts'
import { Note, View } from '../../ui/controls.tsx'
import { Loaded } from '../../ui/states.tsx'
import { escapeInvisible, formLabel, labelOf, sourceLabel, statusLabels } from '../labels.ts'
import { useLeadsUrl } from '../use-leads-url.ts'
import { BarTable } from './bar-table.tsx'
import { Chart } from './chart.tsx'
import { Funnel } from './funnel.tsx'
import { numberText, shareText, useFreshMetrics } from './numbers.tsx'
import { periodOf } from './period.ts'
import { PeriodChoice } from './period-choice.tsx'

/** The Metrics view: totals, charts, breakdowns, and the conversion funnel. */
export default function MetricsView({ version }: { version: number | undefined }) {
  const { params } = useLeadsUrl()
  const period = periodOf(params, Date.now())
  const form = params.get('form')
  const query = { ...period, ...(form && { form }) }
  const metrics = useStaffQuery<LeadMetrics>(['metrics', query], `figures?${queryString(query)}`, {
    placeholderData: keepPreviousData,
  })
  useFreshMetrics(metrics, version)
  return (
    <View width={4}>
      <PeriodChoice />
      <Loaded query={metrics}>
        {(data) => (
          <>
            <Tiles metrics={data} />
            <Chart days={data.days} period={period} />
            <Breakdowns metrics={data} />
          </>
        )}
      </Loaded>
      <Funnel query={query} version={version} />
    </View>
  )
}

const sumOf = (counts: NonNullable<LeadMetrics['timeToDeliver']>) =>
  counts.reduce((sum, { leads }) => sum + leads, 0)

function Tiles({
  metrics: { total, contacted, timeToDeliver, statuses },
}: {
  metrics: LeadMetrics
}) {
  const accepted = statuses.find(({ value }) => value === 'accepted')?.leads ?? 0
  const tiles = {
    Leads: numberText(total),
    Contacted: shareText(contacted, total),
    Accepted: shareText(accepted, total),
    ...(timeToDeliver && { Delivered: numberText(sumOf(timeToDeliver)) }),
  }
  return (
    <Grid as="dl" columns={[2, 2, Object.keys(tiles).length]} gap={3} margin={0}>
      {Object.entries(tiles).map(([title, value]) => (
        <Card key={title} padding={4} radius={3} border style={{ display: 'grid', gap: 12 }}>
          <Note as="dt">{title}</Note>
          <Text as="dd" size={4} weight="semibold" style={{ margin: 0 }}>
            {value}
          </Text>
        </Card>
      ))}
    </Grid>
  )
}

function Breakdowns({ metrics }: { metrics: LeadMetrics }) {
  const { timeToDeliver } = metrics
  const forms = [...new Set(metrics.days.map(({ form }) => form))].sort()
  const leadsOf = (form: string) =>
    metrics.days.reduce((sum, day) => sum + (day.form === form ? day.leads : 0), 0)
  const table = (
    title: string,
    counts: LeadMetrics['interests'],
    word: (value: string) => string = escapeInvisible,
  ) => {
    const rows = counts.map(({ value, leads }) => ({
      label: word(value) || 'Not specified',
      leads,
    }))
    return <BarTable title={title} rows={rows} total={metrics.total} />
  }
  return (
    <Grid columns={[1, 1, 2, 3]} gap={4}>
      {table(
        'Forms',
        forms.map((value) => ({ value, leads: leadsOf(value) })),
        formLabel,
      )}
      {table('Interests', metrics.interests)}
      {table('Services', metrics.services)}
      {table('Business types', metrics.businessTypes)}
      {table('Cities', metrics.cities)}
      {table('Sources', metrics.sources, sourceLabel)}
      {table('Campaigns', metrics.campaigns)}
      {table('Languages', metrics.languages, languageName)}
      {table('Statuses', metrics.statuses, (status) => labelOf(statusLabels, status))}
      {timeToDeliver && (
        <BarTable
          title="Delivery time"
          rows={timeToDeliver.map(({ upTo, leads }, index) => ({
            label:
              upTo === null
                ? `Over ${durationText(timeToDeliver[index - 1]?.upTo ?? 0)}`
                : `Up to ${durationText(upTo)}`,
            leads,
          }))}
          total={sumOf(timeToDeliver)}
        />
      )}
    </Grid>
  )
}

const units = { day: 86_400, hour: 3_600, minute: 60, second: 1 }

/** Returns a duration as text, such as `10 seconds` or `1 hour`. */
function durationText(seconds: number): string {
  const [unit, each] = Object.entries(units).find(([, each]) => seconds >= each) ?? ['second', 1]
  const count = seconds / each
  return `${count.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}${count === 1 ? '' : 's'}`
}

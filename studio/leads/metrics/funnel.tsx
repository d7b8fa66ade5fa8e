import type { Funnel as FunnelMetrics } from 'halvi-leads/contract'
import { useStaffQuery } from '../../staff.tsx'
import { queryString } from '../../staff-request.ts'
import { Note } from '../../ui/controls.tsx'
import { Loaded } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table.tsx'
import { escapeInvisible } from '../labels.ts'
import { BarTable } from './bar-table.tsx'
import { numberText, Scrolling, Section, shareText, useFreshMetrics } from './numbers.tsx'
import type { Period } from './period.ts'

type Campaign = FunnelMetrics['campaigns'][number]

const steps = [
  { key: 'seen', title: 'Page views' },
  { key: 'opened', title: 'Forms opened' },
  { key: 'stored', title: 'Forms submitted' },
  { key: 'contacted', title: 'Contacted' },
  { key: 'accepted', title: 'Accepted' },
] as const

interface FunnelProps {
  query: Period & { form?: string }
  version: number | undefined
}

/** The conversion funnel from a page view to an accepted lead, by campaign. */
export function Funnel({ query, version }: FunnelProps) {
  const path = `funnel?${queryString({ ...query })}`
  const funnel = useStaffQuery<FunnelMetrics>(['funnel', query], path)
  useFreshMetrics(funnel, version)
  return <Loaded query={funnel}>{({ campaigns }) => <Steps campaigns={campaigns} />}</Loaded>
}

function Steps({ campaigns }: { campaigns: Campaign[] }) {
  const sumOf = (key: keyof Omit<Campaign, 'campaign'>) =>
    campaigns.reduce((sum, campaign) => sum + campaign[key], 0)
  const withBefore = steps.map((step, index) => ({ ...step, before: steps[index - 1]?.key }))
  return (
    <Section title="Conversion funnel">
      <BarTable
        title="All campaigns"
        rows={withBefore.map(({ key, title, before }) => ({
          label: title,
          leads: sumOf(key),
          of: before ? sumOf(before) : 0,
        }))}
      />
      <Note>Percentages compare each step with the previous one.</Note>
      <Scrolling title="Steps by campaign">
        <DataTable
          rows={campaigns}
          keyOf={({ campaign }) => campaign}
          hasRowHeadings
          columns={[
            {
              title: 'Campaign',
              width: 110,
              cell: ({ campaign }) => (
                <bdi dir="auto">{escapeInvisible(campaign) || 'No campaign'}</bdi>
              ),
            },
            ...withBefore.map(({ key, title, before }) => ({
              title,
              isNumber: true,
              cell: (campaign: Campaign) => (
                <>
                  {numberText(campaign[key])}
                  {before && (
                    <div style={{ color: 'var(--card-muted-fg-color)' }}>
                      {shareText(campaign[key], campaign[before])}
                    </div>
                  )}
                </>
              ),
            })),
          ]}
        />
      </Scrolling>
      {campaigns.length === 0 && <Note>No visits in this period.</Note>}
    </Section>
  )
}

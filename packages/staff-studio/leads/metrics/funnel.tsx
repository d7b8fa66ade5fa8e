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

type StepKey = keyof Omit<Campaign, 'campaign'>

/**
 * The steps, each with the one that its percentage compares. Views leave out bots and prefetched pages, and submitted
 * forms do not, so no percentage compares the two.
 */
const visitSteps: readonly Step[] = [
  { key: 'seen', title: 'Page views' },
  { key: 'opened', title: 'Forms opened', before: 'seen' },
]
const leadSteps: readonly Step[] = [
  { key: 'stored', title: 'Forms submitted' },
  { key: 'contacted', title: 'Contacted', before: 'stored' },
  { key: 'accepted', title: 'Accepted', before: 'contacted' },
]

interface Step {
  key: StepKey
  title: string
  before?: StepKey
}

interface FunnelProps {
  query: Period & { form?: string }
  version: number | undefined
}

/** The conversion funnel from a page view to an accepted lead, by campaign. */
export function Funnel({ query, version }: FunnelProps) {
  const path = `funnel?${queryString({ ...query })}`
  const funnel = useStaffQuery<FunnelMetrics>(['funnel', query], path)
  useFreshMetrics(funnel, version)
  // Views of one form's pages are not counted separately.
  const steps = query.form ? leadSteps : [...visitSteps, ...leadSteps]
  return (
    <Loaded query={funnel}>
      {({ campaigns }) => <Steps campaigns={campaigns} steps={steps} />}
    </Loaded>
  )
}

function Steps({ campaigns, steps }: { campaigns: Campaign[]; steps: readonly Step[] }) {
  const sumOf = (key: StepKey) => campaigns.reduce((sum, campaign) => sum + campaign[key], 0)
  return (
    <Section title="Conversion funnel">
      <BarTable
        title="All campaigns"
        rows={steps.map(({ key, title, before }) => ({
          label: title,
          leads: sumOf(key),
          of: before ? sumOf(before) : 0,
        }))}
      />
      <Note>
        Percentages compare a step with the previous one. Visits leave out bots and prefetched
        pages, so submitted forms have no percentage.
      </Note>
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
            ...steps.map(({ key, title, before }) => ({
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

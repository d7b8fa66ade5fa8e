import { Card, Stack, Text } from '@sanity/ui'
import { useQuery } from '@tanstack/react-query'
import type { Funnel as FunnelFigures } from 'halvi-leads/contract'
import { queryString } from '../api/query-string.ts'
import { useStaff } from '../api/staff-context.tsx'
import { Failure } from '../failure.tsx'
import { Loading } from '../loading.tsx'
import { visible } from '../text/visible.ts'
import { BarTable } from './bar-table.tsx'
import { FigureHeading, NumberTable, numberWord, Scrolling, shareWord } from './numbers.tsx'
import type { Period } from './period.ts'
import { useFreshFigures } from './use-fresh-figures.ts'

type Campaign = FunnelFigures['campaigns'][number]

const steps = [
  { key: 'seen', title: 'Pages seen' },
  { key: 'opened', title: 'Forms opened' },
  { key: 'stored', title: 'Forms sent' },
  { key: 'contacted', title: 'Contacted' },
  { key: 'accepted', title: 'Accepted' },
] as const

interface FunnelProps {
  query: Period & { form?: string }
  /** What `useChanges` says. */
  version: number | undefined
}

/** The way from a page to an accepted lead, by campaign. */
export function Funnel({ query, version }: FunnelProps) {
  const request = useStaff()
  const funnel = useQuery({
    queryKey: ['funnel', query],
    queryFn: ({ signal }) =>
      request<FunnelFigures>(`funnel?${queryString({ ...query })}`, { signal }),
  })
  useFreshFigures(funnel, version)
  const { data, error, refetch } = funnel
  if (error && !data) return <Failure error={error} retry={refetch} />
  if (!data) return <Loading />
  const { campaigns } = data
  const sumOf = (key: keyof Omit<Campaign, 'campaign'>) =>
    campaigns.reduce((sum, campaign) => sum + campaign[key], 0)
  return (
    <Card padding={4} radius={3} border>
      <Stack space={4}>
        <FigureHeading>From a page to an accepted lead</FigureHeading>
        <BarTable
          title="All campaigns"
          rows={steps.map(({ key, title }, index) => {
            const before = steps[index - 1]
            return { label: title, leads: sumOf(key), of: before ? sumOf(before.key) : 0 }
          })}
        />
        <Text size={1} muted>
          Each share is of the step before.
        </Text>
        <Scrolling title="Steps by campaign">
          <NumberTable>
            <thead>
              <tr>
                <th scope="col">Campaign</th>
                {steps.map(({ key, title }) => (
                  <th key={key} scope="col" data-number>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {campaigns.map((campaign) => (
                <tr key={campaign.campaign}>
                  <th scope="row" style={{ minWidth: 110 }}>
                    <bdi dir="auto">{visible(campaign.campaign) || 'No campaign'}</bdi>
                  </th>
                  {steps.map(({ key }, index) => {
                    const before = steps[index - 1]
                    return (
                      <td key={key} data-number>
                        {numberWord(campaign[key])}
                        {before && (
                          <div style={{ color: 'var(--card-muted-fg-color)' }}>
                            {shareWord(campaign[key], campaign[before.key])}
                          </div>
                        )}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </NumberTable>
        </Scrolling>
        {campaigns.length === 0 && (
          <Text size={1} muted>
            Nobody has come in this period.
          </Text>
        )}
      </Stack>
    </Card>
  )
}

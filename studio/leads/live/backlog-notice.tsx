import { Card, Text } from '@sanity/ui'
import { useQuery } from '@tanstack/react-query'
import type { Backlog } from 'halvi-leads/contract'
import { useStaff } from '../api/staff-context.tsx'
import { useAddress } from '../use-address.ts'

const pollIntervalMs = 15_000

/** A lead that has just come in is on its way, in milliseconds. */
const usualMs = 60_000

/** Says how many leads the form endpoint has not accepted, and leads to them. */
export function BacklogNotice() {
  const request = useStaff()
  const { hrefOf, go } = useAddress()
  const { data } = useQuery({
    queryKey: ['backlog'],
    queryFn: ({ signal }) => request<Backlog>('backlog', { signal }),
    refetchInterval: pollIntervalMs,
  })
  if (!data) return null
  const { pending, oldestPending, exhausted } = data
  const isWaiting = oldestPending !== null && Date.now() - Date.parse(oldestPending) > usualMs
  const notices = [
    { state: 'pending', leads: isWaiting ? pending : 0, text: 'waiting for the form endpoint' },
    { state: 'exhausted', leads: exhausted, text: 'no longer sent' },
  ].filter(({ leads }) => leads > 0)
  if (notices.length === 0) return null
  return (
    <Card tone="caution" paddingX={4} paddingY={3} borderBottom role="status">
      <Text size={1}>
        {notices.map(({ state, leads, text }, index) => (
          <span key={state}>
            {index > 0 && ' · '}
            <a
              href={hrefOf('list', [['delivery', state]])}
              onClick={(event) => {
                event.preventDefault()
                go('list', [['delivery', state]])
              }}
            >
              {leads.toLocaleString('en-US')} {leads === 1 ? 'lead' : 'leads'} {text}
            </a>
          </span>
        ))}
      </Text>
    </Card>
  )
}

import { Card, Text } from '@sanity/ui'
import type { Backlog } from 'halvi-leads/contract'
import type { ReactNode } from 'react'
import { useStaffQuery } from '../../staff.tsx'
import { leadsText } from '../labels.ts'
import { useAddress } from '../use-address.ts'

const pollIntervalMs = 15_000

/** A lead that has just come in is on its way, in milliseconds. */
const usualMs = 60_000

const Notice = ({ children }: { children: ReactNode }) => (
  <Card tone="caution" paddingX={4} paddingY={3} borderBottom role="status">
    <Text size={1}>{children}</Text>
  </Card>
)

/** Says that what is shown may be out of date; it goes away by itself. */
export const NotReachable = () => (
  <Notice>
    The server can’t be reached. What you see may be out of date; this page goes on trying.
  </Notice>
)

/** Says how many leads the form endpoint has not accepted, and leads to them. */
export function BacklogNotice() {
  const { hrefOf, go } = useAddress()
  const { data } = useStaffQuery<Backlog>(['backlog'], 'backlog', {
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
    <Notice>
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
            {leadsText(leads)} {text}
          </a>
        </span>
      ))}
    </Notice>
  )
}

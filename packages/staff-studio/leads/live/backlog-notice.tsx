import { Card, Text } from '@sanity/ui'
import type { Backlog } from 'halvi-leads/contract'
import type { ReactNode } from 'react'
import { StateLink } from 'sanity/router'
import { useStaffQuery } from '../../staff.tsx'
import { leadsText } from '../labels.ts'
import { viewState } from '../use-leads-url.ts'

const pollIntervalMs = 15_000

/** The usual maximum time until a lead is delivered, in milliseconds. Younger leads don't show a notice. */
const usualMs = 60_000

const Notice = ({ children }: { children: ReactNode }) => (
  <Card tone="caution" paddingX={4} paddingY={3} borderBottom role="status">
    <Text size={1}>{children}</Text>
  </Card>
)

/** A notice that the server is unreachable. It disappears automatically. */
export const NotReachable = () => (
  <Notice>Can’t reach the server. Data may be out of date. Trying to reconnect…</Notice>
)

/** A notice with the number of undelivered leads. It links to the list of them. */
export function BacklogNotice() {
  const { data } = useStaffQuery<Backlog>(['backlog'], 'backlog', {
    refetchInterval: pollIntervalMs,
  })
  if (!data) return null
  const { pending, oldestPending, exhausted } = data
  const isWaiting = oldestPending !== null && Date.now() - Date.parse(oldestPending) > usualMs
  const notices = [
    { state: 'pending', leads: isWaiting ? pending : 0, text: 'waiting for delivery' },
    { state: 'exhausted', leads: exhausted, text: 'failed to deliver' },
  ].filter(({ leads }) => leads > 0)
  if (notices.length === 0) return null
  return (
    <Notice>
      {notices.map(({ state, leads, text }, index) => (
        <span key={state}>
          {index > 0 && ' · '}
          <StateLink state={viewState('list', [['delivery', state]])}>
            {leadsText(leads)} {text}
          </StateLink>
        </span>
      ))}
    </Notice>
  )
}

import { Card, Text } from '@sanity/ui'
import type { Outbox } from 'halvi-leads/contract'
import { useStaffQuery } from '../../staff.tsx'

/** Queries whether mail is sent, and the number of messages by state. */
export const useOutbox = () =>
  useStaffQuery<Outbox>(['mail', 'outbox'], 'outbox', { refetchInterval: 5_000 })

const texts = {
  on: '',
  off: 'Mail is off. Messages are stored and not sent. To turn it on, an operator sets SMTP_URL.',
  held: 'Mail is on hold because the database was restored or copied. Nothing is sent until an operator releases it with: halvi leads mail release',
}

/** A notice that no mail is sent. */
export function MailNotice() {
  const { mail = 'on' } = useOutbox().data ?? {}
  return (
    // Always rendered: screen readers announce changes only in an element that already exists.
    <div role="status" style={mail === 'on' ? { position: 'absolute' } : {}}>
      {mail !== 'on' && (
        <Card tone="caution" padding={3} radius={3} border>
          <Text size={1}>{texts[mail]}</Text>
        </Card>
      )}
    </div>
  )
}

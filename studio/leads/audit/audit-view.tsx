import { Flex } from '@sanity/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditPage } from 'halvi-leads/contract'
import { useEffect, useRef } from 'react'
import { useStaff } from '../../staff.tsx'
import { queryString } from '../../staff-request.ts'
import { Note, SmallButton, View } from '../../ui/controls.tsx'
import { Loaded } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { escapeInvisible, labelOf } from '../labels.ts'
import { useLeadsUrl } from '../use-leads-url.ts'
import { Isolated } from '../visitor-text.tsx'

type Entry = AuditPage['entries'][number]

const actionLabels: Record<string, string> = {
  'lead.viewed': 'Viewed a lead',
  'lead.changed': 'Changed a lead',
  'lead.noted': 'Added a note',
  'lead.replied': 'Replied to a lead',
  'lead.answered': 'Sent the message about a decision',
  'applicant.viewed': 'Viewed a person',
  'messages.listed': 'Viewed messages',
  'applicants.listed': 'Viewed referrals',
  'message.viewed': 'Read a message',
  'message.retried': 'Sent a message again',
  'message.canceled': 'Canceled a message',
  'credit.decided': 'Decided on a referral credit',
  'lead.replayed': 'Redelivered a lead',
  'lead.corrected': 'Corrected an application',
  'lead.redacted': 'Removed an erased email from a lead',
  'lead.erased': 'Erased a lead',
  'leads.searched': 'Searched leads',
  'leads.counted': 'Viewed metrics',
  'leads.changed': 'Changed several leads',
  'leads.exported': 'Exported leads',
  'leads.export-ended': 'Finished an export',
  'leads.erased': 'Erased all data for an email',
  'retention.changed': 'Changed retention',
  'retention.erased': 'Erased leads past retention',
  'mail.released': 'Released held messages',
  'mail.discarded': 'Canceled held messages',
  'mail.retried': 'Sent messages again',
  'notice.changed': 'Changed messages about new leads',
  'wave.previewed': 'Previewed a wave',
  'wave.created': 'Created a wave',
  'wave.paused': 'Paused a wave',
  'wave.resumed': 'Resumed a wave',
  'wave.canceled': 'Canceled a wave',
  'view.saved': 'Saved a view',
  'view.removed': 'Deleted a view',
  'preview.shared': 'Shared a preview',
  'preview.opened': 'Opened a preview link',
  'preview.revoked': 'Revoked a preview link',
  'person.signed-in': 'Signed in',
  'person.refused': 'Sign-in failed',
  'person.signed-out': 'Signed out',
  'person.session-ended': 'Ended a session',
  'person.invited': 'Invited a user',
  'person.invitation-revoked': 'Revoked an invitation',
  'person.joined': 'Joined',
  'person.renamed': 'Changed a name',
  'person.roles-changed': 'Changed roles',
  'person.removed': 'Removed a user',
  'person.reset': 'Sent a password reset',
  'person.password-changed': 'Changed a password',
}

/** The audit log, newest entries first. */
export default function AuditView() {
  const request = useStaff()
  const { open } = useLeadsUrl()
  const query = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam, signal }) =>
      request<AuditPage>(`audit?${queryString({ before: pageParam, limit: 100 })}`, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    gcTime: 0,
  })
  const { error, hasNextPage, isFetching, fetchNextPage } = query
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = end.current
    if (!element || !hasNextPage || isFetching || error) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void fetchNextPage()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  const columns = [
    { title: 'Time', cell: ({ at }: Entry) => <Time at={at} long /> },
    { title: 'User', cell: ({ by }: Entry) => <Isolated text={by.name} /> },
    { title: 'Action', cell: ({ action }: Entry) => labelOf(actionLabels, action) },
    {
      title: 'Details',
      cell: (entry: Entry) => (
        <>
          {escapeInvisible(detailsText(entry))}{' '}
          {entry.lead && (
            <SmallButton
              padding={1}
              mode="bleed"
              tone="primary"
              text="Open lead"
              onClick={() => open(entry.lead ?? undefined)}
            />
          )}
        </>
      ),
    },
  ]
  return (
    <Loaded query={query}>
      {({ pages }) => (
        <View width={4}>
          <DataTable
            caption="Activity, newest first"
            rows={pages.flatMap(({ entries }) => entries)}
            keyOf={({ seq }) => seq}
            columns={columns}
          />
          {pages[0]?.entries.length === 0 && <Note>No activity yet.</Note>}
          <Flex ref={end} justify="center">
            {hasNextPage && (
              <SmallButton
                text={error ? 'Try again' : 'Show more'}
                loading={isFetching}
                onClick={() => fetchNextPage()}
              />
            )}
          </Flex>
        </View>
      )}
    </Loaded>
  )
}

/** Returns the details of an entry as text. The subject is omitted if it is the user who acted. */
const detailsText = ({ detail, by }: Entry) =>
  Object.entries(detail)
    .filter(([key, value]) => key !== 'subject' || value !== by.name)
    .map(([key, value]) => `${key}: ${detailText(value)}`)
    .join(', ')

/** Returns a detail as text. For example, `{ from: 'new', to: 'contacted' }` becomes `new → contacted`. */
function detailText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.map(detailText).join(' ')
  if ('from' in value && 'to' in value) return `${value.from ?? '–'} → ${value.to ?? '–'}`
  return JSON.stringify(value)
}

import { Flex } from '@sanity/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditPage } from 'halvi-leads/contract'
import { useEffect, useRef } from 'react'
import { useStaff } from '../../staff.tsx'
import { queryString } from '../../staff-request.ts'
import { Note, SmallButton, View } from '../../ui/controls.tsx'
import { Loaded } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table.tsx'
import { labelOf, visible } from '../labels.ts'
import { Moment } from '../moment.tsx'
import { useAddress } from '../use-address.ts'
import { Isolated } from '../visitor-text.tsx'

type Entry = AuditPage['entries'][number]

const actionLabels: Record<string, string> = {
  'lead.viewed': 'Looked at a lead',
  'lead.changed': 'Changed a lead',
  'lead.noted': 'Added a note',
  'lead.replayed': 'Had a lead delivered again',
  'lead.redacted': 'Removed an erased address from a lead',
  'lead.erased': 'Erased a lead',
  'leads.searched': 'Searched leads',
  'leads.counted': 'Looked at the figures',
  'leads.changed': 'Changed many leads',
  'leads.exported': 'Exported leads',
  'leads.export-ended': 'An export ended',
  'leads.erased': 'Erased leads of an address',
  'retention.changed': 'Changed how long leads are kept',
  'retention.erased': 'Erased leads that were too old',
  'view.saved': 'Saved a view',
  'view.removed': 'Deleted a view',
  'preview.shared': 'Shared a preview',
  'preview.opened': 'Opened a preview link',
  'preview.revoked': 'Revoked a preview link',
  'person.signed-in': 'Signed in',
  'person.refused': 'Was refused at the sign-in',
  'person.signed-out': 'Signed out',
  'person.session-ended': 'Ended a session',
  'person.invited': 'Invited somebody',
  'person.invitation-revoked': 'Took an invitation back',
  'person.joined': 'Joined',
  'person.renamed': 'Changed a name',
  'person.role-changed': 'Changed a role',
  'person.removed': 'Removed somebody',
  'person.reset': 'Let somebody choose a new password',
  'person.password-changed': 'Changed a password',
}

/** Who did what with leads, the newest first. */
export default function AuditView() {
  const request = useStaff()
  const { open } = useAddress()
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
    { title: 'When', cell: ({ at }: Entry) => <Moment at={at} long /> },
    { title: 'Who', cell: ({ by }: Entry) => <Isolated text={by.name} /> },
    { title: 'What', cell: ({ action }: Entry) => labelOf(actionLabels, action) },
    {
      title: 'Details',
      cell: (entry: Entry) => (
        <>
          {visible(detailsText(entry))}{' '}
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
            caption="Who did what, the newest first"
            rows={pages.flatMap(({ entries }) => entries)}
            keyOf={({ seq }) => seq}
            columns={columns}
          />
          {pages[0]?.entries.length === 0 && <Note>Nothing has been done yet.</Note>}
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

/** Returns the details of an entry; a subject that is the person who acted adds nothing. */
const detailsText = ({ detail, by }: Entry) =>
  Object.entries(detail)
    .filter(([key, value]) => key !== 'subject' || value !== by.name)
    .map(([key, value]) => `${key}: ${detailText(value)}`)
    .join(', ')

/** Returns a detail for people: `{ from: 'new', to: 'contacted' }` is `new → contacted`. */
function detailText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.map(detailText).join(' ')
  if ('from' in value && 'to' in value) return `${value.from ?? '–'} → ${value.to ?? '–'}`
  return JSON.stringify(value)
}

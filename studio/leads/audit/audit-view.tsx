import { Box, Button, Container, Flex, Stack, Text } from '@sanity/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditPage } from 'halvi-leads/contract'
import { useEffect, useRef } from 'react'
import { queryString } from '../api/query-string.ts'
import { useStaff } from '../api/staff-context.tsx'
import { Failure } from '../failure.tsx'
import { NumberTable } from '../figures/numbers.tsx'
import { Moment } from '../list/grid/moment.tsx'
import { Loading } from '../loading.tsx'
import { visible } from '../text/visible.ts'
import { useAddress } from '../use-address.ts'

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
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam, signal }) =>
      request<AuditPage>(`audit?${queryString({ before: pageParam, limit: 100 })}`, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    gcTime: 0,
  })
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
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  if (error && !data) return <Failure error={error} retry={refetch} />
  if (!data) return <Loading />
  return (
    <Container width={4}>
      <Box padding={4}>
        <Stack space={4}>
          <NumberTable>
            <caption>Who did what, the newest first</caption>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Who</th>
                <th scope="col">What</th>
                <th scope="col">Details</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <EntryRow key={entry.seq} entry={entry} />
              ))}
            </tbody>
          </NumberTable>
          {entries.length === 0 && (
            <Text size={1} muted>
              Nothing has been done yet.
            </Text>
          )}
          <Flex ref={end} justify="center">
            {hasNextPage && (
              <Button
                fontSize={1}
                padding={2}
                mode="ghost"
                text={error ? 'Try again' : 'Show more'}
                loading={isFetching}
                onClick={() => fetchNextPage()}
              />
            )}
          </Flex>
        </Stack>
      </Box>
    </Container>
  )
}

function EntryRow({ entry: { at, by, action, lead, detail } }: { entry: Entry }) {
  const { open } = useAddress()
  // Of oneself it says no more than who did it.
  const told = Object.entries(detail).filter(
    ([key, value]) => key !== 'subject' || value !== by.name,
  )
  const details = told.map(([key, value]) => `${key}: ${detailWord(value)}`).join(', ')
  return (
    <tr>
      <td>
        <Moment at={at} long />
      </td>
      <td>
        <bdi dir="auto">{visible(by.name)}</bdi>
      </td>
      <td>{actionLabels[action] ?? visible(action)}</td>
      <td style={{ overflowWrap: 'anywhere' }}>
        {visible(details)}{' '}
        {lead && (
          <Button
            fontSize={1}
            padding={1}
            mode="bleed"
            tone="primary"
            text="Open lead"
            onClick={() => open(lead)}
          />
        )}
      </td>
    </tr>
  )
}

/** A detail for people: `{ from: 'new', to: 'contacted' }` is `new → contacted`. */
function detailWord(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.map(detailWord).join(' ')
  if ('from' in value && 'to' in value) return `${value.from ?? '–'} → ${value.to ?? '–'}`
  return JSON.stringify(value)
}

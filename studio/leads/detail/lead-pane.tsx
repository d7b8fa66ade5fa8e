import { Box, Card, Stack } from '@sanity/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { styled } from 'styled-components'
import type { LeadDetail, LeadPage } from '../../../app/leads/staff/contract/contract.ts'
import { useStaff } from '../api/staff-context.tsx'
import { StaffError } from '../api/staff-request.ts'
import { Failure } from '../failure.tsx'
import { Loading } from '../loading.tsx'
import { LeadFields } from './lead-fields.tsx'
import { LeadHistory } from './lead-history.tsx'
import { LeadNotes } from './lead-notes.tsx'
import { LeadState } from './lead-state.tsx'
import { PaneHeader } from './pane-header.tsx'

const Section = styled.section`
  border-top: 1px solid var(--card-border-color);
  padding: 20px;
`

interface LeadPaneProps {
  id: string
  /** Beside the list, rather than over it. */
  isBeside: boolean
  onClose(): void
}

/** A lead with all that is known about it. */
export default function LeadPane({ id, isBeside, onClose }: LeadPaneProps) {
  const request = useStaff()
  const pane = useRef<HTMLDivElement>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['lead', id],
    queryFn: ({ signal }) => request<LeadDetail>(`leads/${encodeURIComponent(id)}`, { signal }),
    // Each look is written down in the audit log: the list tells when there is something new.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useChangedInList(data)
  const isLoaded = data !== undefined
  useEffect(() => {
    if (isLoaded) pane.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [isLoaded])

  return (
    <Card
      ref={pane}
      as="aside"
      aria-label="Lead"
      height="fill"
      overflow="auto"
      borderLeft={isBeside}
      onKeyDown={(event) => {
        // React hands on the keys of a dialog or a menu, too, though these stand elsewhere in the page.
        const isWithin = event.currentTarget.contains(event.target as Node)
        if (event.key === 'Escape' && isWithin && !event.defaultPrevented) onClose()
      }}
    >
      {!data && (
        <Stack>
          <PaneHeader onClose={onClose} isBeside={isBeside} />
          {error ? <Failure error={missing(error)} retry={refetch} /> : <Loading />}
        </Stack>
      )}
      {data && (
        <>
          <PaneHeader lead={data} onClose={onClose} isBeside={isBeside} />
          <Box padding={4} paddingTop={2}>
            <LeadState lead={data} />
          </Box>
          <Section aria-label="Answers">
            <LeadFields lead={data} />
          </Section>
          <Section aria-label="Notes">
            <LeadNotes lead={data} />
          </Section>
          <Section aria-label="History">
            <LeadHistory lead={data} />
          </Section>
        </>
      )}
    </Card>
  )
}

/** Looks at a lead again when a list has it with another revision, delivery or number of notes. */
function useChangedInList(lead: LeadDetail | undefined) {
  const cache = useQueryClient()
  useEffect(() => {
    if (!lead) return
    return cache.getQueryCache().subscribe(({ type, query }) => {
      if (type !== 'updated' || query.queryKey[0] !== 'leads') return
      const pages = (query.state.data as { pages: LeadPage[] } | undefined)?.pages ?? []
      const now = pages.flatMap(({ leads }) => leads).find(({ id }) => id === lead.id)
      if (!now || now.revision < lead.revision) return
      const isSame =
        now.revision === lead.revision && now.delivery === lead.delivery && now.notes === lead.notes
      if (!isSame) void cache.invalidateQueries({ queryKey: ['lead', lead.id] })
    })
  }, [cache, lead])
}

/** A lead's own absence is no reason to try again, but one to say so. */
const missing = (error: Error) =>
  error instanceof StaffError && error.statusCode === 400 ? new StaffError(404) : error

import { Box, Card, Stack } from '@sanity/ui'
import { useQuery } from '@tanstack/react-query'
import type { LeadDetail } from 'halvi-leads/contract'
import { useEffect, useRef } from 'react'
import { styled } from 'styled-components'
import { useStaff } from '../api/staff-context.tsx'
import { StaffError } from '../api/staff-request.ts'
import { Failure } from '../failure.tsx'
import { Loading } from '../loading.tsx'
import { LeadFields } from './lead-fields.tsx'
import { LeadHistory } from './lead-history.tsx'
import { LeadNotes } from './lead-notes.tsx'
import { LeadState } from './lead-state.tsx'
import { PaneHeader } from './pane-header.tsx'
import { useFreshLead } from './use-fresh-lead.ts'

const Section = styled.section`
  border-top: 1px solid var(--card-border-color);
  padding: 20px;
`

interface LeadPaneProps {
  id: string
  /** What `useChanges` says. */
  version: number | undefined
  /** Beside the list, rather than over it. */
  isBeside: boolean
  onClose(): void
}

/** A lead with all that is known about it. */
export default function LeadPane({ id, version, isBeside, onClose }: LeadPaneProps) {
  const request = useStaff()
  const pane = useRef<HTMLDivElement>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['lead', id],
    queryFn: ({ signal }) => request<LeadDetail>(`leads/${encodeURIComponent(id)}`, { signal }),
    // Each look is written down in the audit log: see `useFreshLead`.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useFreshLead(data, version)
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

/** A lead's own absence is no reason to try again, but one to say so. */
const missing = (error: Error) =>
  error instanceof StaffError && error.statusCode === 400 ? new StaffError(404) : error

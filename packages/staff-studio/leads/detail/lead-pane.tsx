import { Box, Card, Heading, Stack, Text } from '@sanity/ui'
import type { LeadDetail } from 'halvi-leads/contract'
import { useEffect, useRef } from 'react'
import { styled } from 'styled-components'
import { useStaffQuery } from '../../staff.tsx'
import { StaffError } from '../../staff-request.ts'
import { Loaded } from '../../ui/states.tsx'
import { ToolLink } from '../links.tsx'
import { MailNotice } from '../messages/mail-notice.tsx'
import { Reply } from '../messages/reply.tsx'
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
  version: number | undefined
  isBeside: boolean
  onClose(): void
}

/** How often, and at which interval in milliseconds, a lead without a person is loaded. */
const maxLoads = 4
const linkedWithinMs = 1_500

/** The pane with the details of a lead. */
export default function LeadPane({ id, version, isBeside, onClose }: LeadPaneProps) {
  const pane = useRef<HTMLDivElement>(null)
  const { data, error, refetch } = useStaffQuery<LeadDetail>(
    ['lead', id],
    `leads/${encodeURIComponent(id)}`,
    {
      // The audit log records loads, so the lead is loaded again only if it has changed: see `useFreshLead`.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      // A new lead is linked to its person within seconds. Spam never is.
      refetchInterval: ({ state: { data, dataUpdateCount } }) =>
        data?.applicant === null && dataUpdateCount < maxLoads && linkedWithinMs,
    },
  )
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
        // React also bubbles key events from dialogs and menus, although they are outside this element.
        const isWithin = event.currentTarget.contains(event.target as Node)
        if (event.key === 'Escape' && isWithin && !event.defaultPrevented) onClose()
      }}
    >
      <PaneHeader lead={data} onClose={onClose} isBeside={isBeside} />
      <Loaded query={{ data, error: missing(error), refetch }}>
        {(lead) => (
          <>
            <Box padding={4} paddingTop={2}>
              <LeadState lead={lead} />
            </Box>
            <Section aria-label="Answers">
              <LeadFields lead={lead} />
            </Section>
            {lead.applicant && (
              <Section aria-label="Messages">
                <Stack space={4}>
                  <Heading as="h3" size={0}>
                    Messages
                  </Heading>
                  <Text size={1}>
                    <ToolLink view="person" id={lead.applicant}>
                      All messages and applications of this person
                    </ToolLink>
                  </Text>
                  <MailNotice />
                  <Reply lead={lead} />
                </Stack>
              </Section>
            )}
            {Object.entries({ Notes: LeadNotes, History: LeadHistory }).map(([title, Part]) => (
              <Section key={title} aria-label={title}>
                <Stack space={4}>
                  <Heading as="h3" size={0}>
                    {title}
                  </Heading>
                  <Part lead={lead} />
                </Stack>
              </Section>
            ))}
          </>
        )}
      </Loaded>
    </Card>
  )
}

/** Turns the error for a malformed id (400) into the error for an unknown lead (404). */
const missing = (error: Error | null) =>
  error instanceof StaffError && error.statusCode === 400 ? new StaffError(404) : error

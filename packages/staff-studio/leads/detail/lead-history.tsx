import { Stack, Text } from '@sanity/ui'
import type { LeadDetail } from 'halvi-leads/contract'
import { Note } from '../../ui/controls.tsx'
import { Time } from '../../ui/time.tsx'
import { List } from '../../ui/tool-page.tsx'
import { deliveryLabels, escapeInvisible, formLabel, labelOf, statusLabels } from '../labels.ts'
import { usePeople } from '../people.ts'

type LeadEvent = LeadDetail['history'][number]

/** The history of a lead: submission, deliveries, and changes by staff. */
export function LeadHistory({ lead }: { lead: LeadDetail }) {
  const { delivery, attempts, nextAttemptAt, lastError } = lead
  return (
    <Stack space={4}>
      <List as="ol" space={4}>
        {lead.history.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended
          <Stack as="li" key={index} space={2}>
            <EventText event={event} />
            <Note>
              <Time at={event.at} long />
            </Note>
          </Stack>
        ))}
      </List>
      {(delivery === 'pending' || delivery === 'exhausted') && (
        <Stack space={2}>
          <Text size={1}>
            {deliveryLabels[delivery]}: {attempts} {attempts === 1 ? 'attempt' : 'attempts'}
            {lastError && (
              <>
                , last error: <bdi>{escapeInvisible(lastError.slice(0, 300))}</bdi>
              </>
            )}
          </Text>
          {nextAttemptAt && (
            <Note>
              Next attempt: <Time at={nextAttemptAt} long />
            </Note>
          )}
        </Stack>
      )}
    </Stack>
  )
}

/** The text for each action, after the name of the user. */
const actionTexts: Readonly<Record<string, string>> = {
  'lead.noted': ' added a note',
  'lead.replied': ' replied by email',
  'lead.answered': ' sent the message about the decision',
  'lead.replayed': ' redelivered the lead',
  'lead.corrected': ' corrected the application',
  'lead.redacted': ' removed an erased email from the lead',
  'lead.erased': ' erased the lead',
}

/** An event of a lead's history, as a sentence. */
export function EventText({ event: { action, by, detail } }: { event: LeadEvent }) {
  const people = usePeople()
  if (action === 'lead.received') {
    const form = typeof detail.form === 'string' && ` via ${formLabel(detail.form)} form`
    return <Text size={1}>Received{form}</Text>
  }
  if (action === 'lead.delivered') {
    const attempt = Number(detail.attempts) > 1 && ` on attempt ${detail.attempts}`
    return <Text size={1}>Delivered{attempt}</Text>
  }
  return (
    <Text size={1}>
      <bdi>{by ? escapeInvisible(by.name) : 'The site'}</bdi>
      {action === 'lead.changed'
        ? ` changed ${changesIn(detail, people).join(', ') || 'the lead'}`
        : (actionTexts[action] ?? `: ${escapeInvisible(action)}`)}
    </Text>
  )
}

function changesIn(detail: LeadEvent['detail'], people: { id: string; name: string }[]): string[] {
  const { status, owner } = detail as Record<string, { from?: unknown; to?: unknown } | undefined>
  const ownerName = (value: unknown) =>
    value ? (people.find(({ id }) => id === value)?.name ?? 'a former user') : 'Unassigned'
  const [from, to] = [status?.from, status?.to].map((value) => labelOf(statusLabels, value))
  return [
    ...(status ? [`the status from ${from} to ${to}`] : []),
    ...(owner ? [`the owner from ${ownerName(owner.from)} to ${ownerName(owner.to)}`] : []),
  ]
}

/** Returns the events of a lead that are not in the older version `before`. */
export function changesSince(before: LeadDetail, now: LeadDetail): LeadEvent[] {
  const known = new Set(before.history.map(({ at, action }) => `${at} ${action}`))
  return now.history.filter(({ at, action }) => !known.has(`${at} ${action}`))
}

import { Heading, Stack, Text } from '@sanity/ui'
import type { LeadDetail } from 'halvi-leads/contract'
import { usePeople } from '../api/people.ts'
import { deliveryLabels, formLabel, statusLabels } from '../labels.ts'
import { Moment } from '../list/grid/moment.tsx'
import { visible } from '../text/visible.ts'

type LeadEvent = LeadDetail['history'][number]

/** A lead's way: received, delivered, changed, by whom. */
export function LeadHistory({ lead }: { lead: LeadDetail }) {
  const { delivery, attempts, nextAttemptAt, lastError } = lead
  return (
    <Stack space={4}>
      <Heading as="h3" size={0}>
        History
      </Heading>
      <Stack as="ol" space={4} style={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {lead.history.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing is ever put in between
          <Stack as="li" key={index} space={2}>
            <Text size={1}>
              <EventText event={event} />
            </Text>
            <Text size={1} muted>
              <Moment at={event.at} long />
            </Text>
          </Stack>
        ))}
      </Stack>
      {delivery !== 'erased' && delivery !== 'stored' && delivery !== 'delivered' && (
        <Stack space={2}>
          <Text size={1}>
            {deliveryLabels[delivery]}: tried {attempts === 1 ? 'once' : `${attempts} times`}
            {lastError && (
              <>
                , the last time with <bdi>{visible(lastError.slice(0, 300))}</bdi>
              </>
            )}
          </Text>
          {nextAttemptAt && (
            <Text size={1} muted>
              Next try: <Moment at={nextAttemptAt} long />
            </Text>
          )}
        </Stack>
      )}
    </Stack>
  )
}

/** What has happened, in a sentence. */
export function EventText({ event: { action, by, detail } }: { event: LeadEvent }) {
  const people = usePeople()
  const who = <bdi>{by ? visible(by.name) : 'The site'}</bdi>
  switch (action) {
    case 'lead.received':
      return (
        <>Received{typeof detail.form === 'string' && ` by the form ${formLabel(detail.form)}`}</>
      )
    case 'lead.delivered':
      return <>Delivered{Number(detail.attempts) > 1 && ` at try ${detail.attempts}`}</>
    case 'lead.noted':
      return <>{who} added a note</>
    case 'lead.replayed':
      return <>{who} had it delivered again</>
    case 'lead.redacted':
      return <>{who} removed an erased address from it</>
    case 'lead.erased':
      return <>{who} erased it</>
    case 'lead.changed':
      return (
        <>
          {who} changed {wordsOf(detail, people).join(', ') || 'it'}
        </>
      )
    default:
      return (
        <>
          {who}: {visible(action)}
        </>
      )
  }
}

function wordsOf(detail: LeadEvent['detail'], people: { id: string; name: string }[]): string[] {
  const { status, owner } = detail as Record<string, { from?: unknown; to?: unknown } | undefined>
  const statusWord = (value: unknown) =>
    statusLabels[value as keyof typeof statusLabels] ?? visible(String(value))
  const ownerWord = (value: unknown) =>
    value ? (people.find(({ id }) => id === value)?.name ?? 'somebody') : 'nobody'
  return [
    ...(status ? [`the status from ${statusWord(status.from)} to ${statusWord(status.to)}`] : []),
    ...(owner ? [`the owner from ${ownerWord(owner.from)} to ${ownerWord(owner.to)}`] : []),
  ]
}

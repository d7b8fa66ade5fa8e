import { Box, Card, Flex, Grid, Stack, Text } from '@sanity/ui'
import type { LeadDetail } from 'halvi-leads/contract'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../staff-request.ts'
import { Choice, SmallButton } from '../../ui/controls.tsx'
import { statusLabels } from '../labels.ts'
import { DecisionMessage } from '../messages/decision-message.tsx'
import { useMay, useMe, usePeople } from '../people.ts'
import { changesSince, EventText } from './lead-history.tsx'
import { type Conflict, useLeadChange } from './use-lead-change.ts'

/** The status and the owner of a lead, with inputs to change them. */
export function LeadState({ lead }: { lead: LeadDetail }) {
  const { change, isChanging, setting, error, isPartlySaved, conflict, dismiss } =
    useLeadChange(lead)
  const me = useMe()
  const may = useMay()
  const owners = new Map(usePeople().map(({ id, name }) => [id, name]))
  for (const one of [me, lead.owner]) if (one && !owners.has(one.id)) owners.set(one.id, one.name)
  if (me) owners.set(me.id, `${owners.get(me.id)} (you)`)
  // Not disabled during a change, because a disabled field loses the focus.
  const disabled = !may('leads:change') || lead.delivery === 'erased'
  const shown = { status: lead.status, owner: lead.owner?.id ?? null, ...setting }
  return (
    <Stack space={4}>
      <Box>
        <LeadNews lead={lead} isChanging={isChanging} isShown={conflict !== undefined} />
        <Grid columns={2} gap={3}>
          <Choice
            label="Status"
            value={shown.status}
            choices={Object.entries(statusLabels)}
            disabled={disabled}
            onValue={(status) => change({ status: status as LeadDetail['status'] })}
          />
          <Choice
            label="Owner"
            value={shown.owner ?? ''}
            choices={[['', 'Unassigned'], ...owners]}
            disabled={disabled}
            onValue={(owner) => change({ owner: owner || null })}
          />
        </Grid>
      </Box>
      <DecisionMessage lead={lead} />
      {error && (
        <Message tone="critical" role="alert">
          <Text size={1}>
            {isPartlySaved ? 'Only some changes were saved.' : 'Couldn’t save the change.'}{' '}
            {errorText(error)}
          </Text>
        </Message>
      )}
      {conflict && (
        <ConflictMessage
          lead={lead}
          conflict={conflict}
          onApply={() => change(conflict.requested)}
          onDismiss={dismiss}
        />
      )}
    </Stack>
  )
}

interface LeadNewsProps {
  lead: LeadDetail
  /** True while the user's own change is being saved. It may conflict with the new events. */
  isChanging: boolean
  isShown: boolean
}

/** Shows other users' changes to the open lead until the user dismisses them. */
function LeadNews({ lead, isChanging, isShown }: LeadNewsProps) {
  const me = useMe()
  const [seen, setSeen] = useState(lead)
  if (isShown && seen !== lead) setSeen(lead)
  const news = changesSince(seen, lead).filter(({ by }) => by && by.id !== me?.id)
  return (
    // Always rendered: screen readers announce changes only in an element that already exists.
    <div role="status">
      {me && !isChanging && news.length > 0 && (
        <Message tone="caution" marginBottom={4}>
          <Flex gap={2} align="center">
            <Stack space={3} flex={1}>
              {news.map((event) => (
                <EventText key={`${event.at}${event.action}`} event={event} />
              ))}
            </Stack>
            <SmallButton text="OK" onClick={() => setSeen(lead)} />
          </Flex>
        </Message>
      )}
    </div>
  )
}

interface ConflictMessageProps {
  lead: LeadDetail
  conflict: Conflict
  onApply(): void
  onDismiss(): void
}

/** Shows a conflict: other users' changes, and a button to apply the user's change anyway. */
function ConflictMessage({ lead, conflict, onApply, onDismiss }: ConflictMessageProps) {
  const people = usePeople()
  const { status, owner } = conflict.requested
  const ownerName = people.find(({ id }) => id === owner)?.name ?? 'Unassigned'
  const requested = [
    ...(status ? [`status ${statusLabels[status]}`] : []),
    ...(owner !== undefined ? [`owner ${ownerName}`] : []),
  ]
  return (
    <Message tone="caution" role="alert">
      <Stack space={3}>
        <Text size={1} weight="semibold">
          Someone else changed this lead, so your change wasn’t saved.
        </Text>
        {changesSince(conflict.before, lead).map((event) => (
          <EventText key={`${event.at}${event.action}`} event={event} />
        ))}
        <Text size={1}>Your change: {requested.join(', ')}.</Text>
        <Flex gap={2} wrap="wrap">
          <SmallButton mode="default" tone="primary" text="Apply my change" onClick={onApply} />
          <SmallButton text="Cancel" onClick={onDismiss} />
        </Flex>
      </Stack>
    </Message>
  )
}

interface MessageProps {
  tone: 'caution' | 'critical'
  role?: string
  marginBottom?: number
  children: ReactNode
}

const Message = (props: MessageProps) => <Card padding={3} radius={2} border {...props} />

import { Box, Card, Flex, Grid, Stack, Text } from '@sanity/ui'
import type { LeadDetail } from 'halvi-leads/contract'
import { type ReactNode, useState } from 'react'
import { reasonOf } from '../../staff-request.ts'
import { Choice, Labelled, SmallButton } from '../../ui/controls.tsx'
import { statusLabels } from '../labels.ts'
import { useMay, useMe, usePeople } from '../people.ts'
import { changesSince, EventText } from './lead-history.tsx'
import { type Conflict, useLeadChange } from './use-lead-change.ts'

/** How far staff have come with a lead and who cares for it, both to be changed. */
export function LeadState({ lead }: { lead: LeadDetail }) {
  const { change, isChanging, setting, error, isPartlyMade, conflict, dismiss } =
    useLeadChange(lead)
  const me = useMe()
  const may = useMay()
  const owners = new Map(usePeople().map(({ id, name }) => [id, name]))
  for (const one of [me, lead.owner]) if (one && !owners.has(one.id)) owners.set(one.id, one.name)
  if (me) owners.set(me.id, `${owners.get(me.id)} (you)`)
  // Not while a change is on its way: a field that is disabled loses the focus.
  const disabled = !may('leads:change') || lead.delivery === 'erased'
  const shown = { status: lead.status, owner: lead.owner?.id ?? null, ...setting }
  return (
    <Stack space={4}>
      <Box>
        <LeadNews lead={lead} isChanging={isChanging} isShown={conflict !== undefined} />
        <Grid columns={2} gap={3}>
          <Labelled label="Status">
            {(id) => (
              <Choice
                id={id}
                value={shown.status}
                choices={Object.entries(statusLabels)}
                disabled={disabled}
                onChange={({ currentTarget }) =>
                  change({ status: currentTarget.value as LeadDetail['status'] })
                }
              />
            )}
          </Labelled>
          <Labelled label="Owner">
            {(id) => (
              <Choice
                id={id}
                value={shown.owner ?? ''}
                choices={[['', 'Nobody'], ...owners]}
                disabled={disabled}
                onChange={({ currentTarget }) => change({ owner: currentTarget.value || null })}
              />
            )}
          </Labelled>
        </Grid>
      </Box>
      {error && (
        <Message tone="critical" role="alert">
          <Text size={1}>
            {isPartlyMade ? 'Not everything' : 'Nothing'} was changed. {reasonOf(error)}
          </Text>
        </Message>
      )}
      {conflict && (
        <ConflictMessage
          lead={lead}
          conflict={conflict}
          onApply={() => change(conflict.wanted)}
          onDismiss={dismiss}
        />
      )}
    </Stack>
  )
}

interface LeadNewsProps {
  lead: LeadDetail
  /** Whether a change of one's own is on its way: it may turn out to conflict with what is new. */
  isChanging: boolean
  isShown: boolean
}

/** Shows what others have done with the open lead, until the person who sees it has taken note. */
function LeadNews({ lead, isChanging, isShown }: LeadNewsProps) {
  const me = useMe()
  const [seen, setSeen] = useState(lead)
  if (isShown && seen !== lead) setSeen(lead)
  const news = changesSince(seen, lead).filter(({ by }) => by && by.id !== me?.id)
  return (
    // It is there before there is something to show: else a screen reader would not notice.
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

/** Says who has changed what in the meantime, and keeps what was wanted. */
function ConflictMessage({ lead, conflict, onApply, onDismiss }: ConflictMessageProps) {
  const people = usePeople()
  const { status, owner } = conflict.wanted
  const ownerName = people.find(({ id }) => id === owner)?.name ?? 'nobody'
  const wanted = [
    ...(status ? [`status ${statusLabels[status]}`] : []),
    ...(owner !== undefined ? [`owner ${ownerName}`] : []),
  ]
  return (
    <Message tone="caution" role="alert">
      <Stack space={3}>
        <Text size={1} weight="semibold">
          Somebody else has changed this lead. Your change was not made.
        </Text>
        {changesSince(conflict.before, lead).map((event) => (
          <EventText key={`${event.at}${event.action}`} event={event} />
        ))}
        <Text size={1}>You chose: {wanted.join(', ')}.</Text>
        <Flex gap={2} wrap="wrap">
          <SmallButton mode="default" tone="primary" text="Apply mine" onClick={onApply} />
          <SmallButton text="Leave it as it is" onClick={onDismiss} />
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

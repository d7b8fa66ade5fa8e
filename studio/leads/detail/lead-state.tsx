import { Box, Button, Card, Flex, Grid, Stack, Text } from '@sanity/ui'
import type { LeadDetail } from 'halvi-leads/contract'
import { type ReactNode, useId } from 'react'
import { Choice } from '../../inputs/choice.tsx'
import { useMay, useMe, usePeople } from '../api/people.ts'
import { reasonOf } from '../failure.tsx'
import { statusLabels } from '../labels.ts'
import { changesSince } from './changes-since.ts'
import { EventText } from './lead-history.tsx'
import { LeadNews } from './lead-news.tsx'
import { type Conflict, useLeadChange } from './use-lead-change.ts'

/** How far staff have come with a lead and who cares for it, both to be changed. */
export function LeadState({ lead }: { lead: LeadDetail }) {
  const { change, isChanging, setting, error, isPartlyMade, conflict, dismiss } =
    useLeadChange(lead)
  const { data: me } = useMe()
  const may = useMay()
  const people = usePeople()
  const owners = [...people]
  for (const one of [me, lead.owner]) {
    if (one && !owners.some(({ id }) => id === one.id)) owners.push(one)
  }
  // Not while a change is on its way: a field that is disabled loses the focus.
  const disabled = !may('leads:change') || lead.delivery === 'erased'
  const shown = { status: lead.status, owner: lead.owner?.id ?? null, ...setting }
  return (
    <Stack space={4}>
      <Box>
        <LeadNews lead={lead} isChanging={isChanging} isTold={conflict !== undefined} />
        <Grid columns={2} gap={3}>
          <Labelled label="Status">
            {(id) => (
              <Choice
                id={id}
                value={shown.status}
                disabled={disabled}
                onChange={(event) =>
                  change({ status: event.currentTarget.value as LeadDetail['status'] })
                }
              >
                {Object.entries(statusLabels).map(([status, label]) => (
                  <option key={status} value={status}>
                    {label}
                  </option>
                ))}
              </Choice>
            )}
          </Labelled>
          <Labelled label="Owner">
            {(id) => (
              <Choice
                id={id}
                value={shown.owner ?? ''}
                disabled={disabled}
                onChange={(event) => change({ owner: event.currentTarget.value || null })}
              >
                <option value="">Nobody</option>
                {owners.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.id === me?.id ? `${one.name} (you)` : one.name}
                  </option>
                ))}
              </Choice>
            )}
          </Labelled>
        </Grid>
      </Box>
      {error && (
        <Card tone="critical" padding={3} radius={2} border role="alert">
          <Text size={1}>
            {isPartlyMade ? 'Not everything' : 'Nothing'} was changed. {reasonOf(error)}
          </Text>
        </Card>
      )}
      {conflict && (
        <ConflictCard
          lead={lead}
          conflict={conflict}
          onApply={() => change(conflict.wanted)}
          onDismiss={dismiss}
        />
      )}
    </Stack>
  )
}

interface ConflictCardProps {
  lead: LeadDetail
  conflict: Conflict
  onApply(): void
  onDismiss(): void
}

/** Says who has changed what in the meantime, and keeps what was wanted. */
function ConflictCard({ lead, conflict, onApply, onDismiss }: ConflictCardProps) {
  const people = usePeople()
  const { status, owner } = conflict.wanted
  const wanted = [
    ...(status ? [`status ${statusLabels[status]}`] : []),
    ...(owner !== undefined
      ? [`owner ${people.find(({ id }) => id === owner)?.name ?? 'nobody'}`]
      : []),
  ].join(', ')
  return (
    <Card tone="caution" padding={3} radius={2} border role="alert">
      <Stack space={3}>
        <Text size={1} weight="semibold">
          Somebody else has changed this lead. Your change was not made.
        </Text>
        {changesSince(conflict.before, lead).map((event) => (
          <Text key={`${event.at}${event.action}`} size={1}>
            <EventText event={event} />
          </Text>
        ))}
        <Text size={1}>You chose: {wanted}.</Text>
        <Flex gap={2} wrap="wrap">
          <Button fontSize={1} padding={2} tone="primary" text="Apply mine" onClick={onApply} />
          <Button
            fontSize={1}
            padding={2}
            mode="ghost"
            text="Leave it as it is"
            onClick={onDismiss}
          />
        </Flex>
      </Stack>
    </Card>
  )
}

function Labelled({ label, children }: { label: string; children(id: string): ReactNode }) {
  const id = useId()
  return (
    <Box>
      <Stack space={2}>
        <Text as="label" size={1} weight="medium" {...{ htmlFor: id }}>
          {label}
        </Text>
        {children(id)}
      </Stack>
    </Box>
  )
}

import { Badge, type BadgeTone, Card, Flex, Stack, Text } from '@sanity/ui'
import { useQueryClient } from '@tanstack/react-query'
import type { Message, MessageContent } from 'halvi-leads/contract'
import { useState } from 'react'
import { useStaffMutation, useStaffQuery } from '../../staff.tsx'
import { Note, SmallButton } from '../../ui/controls.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { escapeInvisible, labelOf } from '../labels.ts'
import { MailLink, PersonLink } from '../links.tsx'
import { useMay } from '../people.ts'
import { Isolated } from '../visitor-text.tsx'
import { kindLabels, reasonText, stateLabels } from './labels.ts'
import { MessageView } from './message-view.tsx'

const tones: Partial<Record<Message['state'], BadgeTone>> = {
  delivered: 'positive',
  pending: 'primary',
  held: 'caution',
  uncertain: 'caution',
  exhausted: 'critical',
  bounced: 'critical',
}

/** A message in a list, with its preview and actions. `showsPerson`: with its recipient. */
export function MessageItem({
  message,
  showsPerson = false,
}: {
  message: Message
  showsPerson?: boolean
}) {
  const { id, kind, state, subject, author, applicant, error, isUncertain } = message
  const [isOpen, setOpen] = useState(false)
  return (
    <Card as="li" padding={3} radius={2} border>
      <Stack space={3}>
        <Flex gap={3} align="center" wrap="wrap">
          <Stack space={2} flex={1} style={{ minWidth: '15em', overflowWrap: 'anywhere' }}>
            <Text size={1} weight="medium">
              {labelOf(kindLabels, kind)}
              {kind === 'reply' && subject && <>: {<Isolated text={subject} />}</>}
            </Text>
            <Note>
              {showsPerson && (
                <>
                  To {applicant && <PersonLink {...applicant} />}
                  {applicant && ', '}
                  <MailLink email={message.recipient} /> ·{' '}
                </>
              )}
              <Time at={message.deliveredAt ?? message.createdAt} long />
              {author && <> · by {<Isolated text={author} />}</>}
            </Note>
            {error && state !== 'delivered' && (
              <Note>{reasonText(escapeInvisible(error.slice(0, 300)), state)}</Note>
            )}
            {state === 'delivered' && isUncertain && <Note>It may have arrived twice.</Note>}
          </Stack>
          <Badge tone={tones[state] ?? 'default'}>{stateLabels[state]}</Badge>
          <Flex gap={2} wrap="wrap">
            <ChangeButton message={message} />
            {!['password-reset', 'invitation'].includes(kind) && (
              <SmallButton
                text={isOpen ? 'Hide' : 'Show'}
                aria-label={isOpen ? 'Hide message' : 'Show message'}
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              />
            )}
          </Flex>
        </Flex>
        {isOpen && <Content id={id} />}
      </Stack>
    </Card>
  )
}

function Content({ id }: { id: string }) {
  const query = useStaffQuery<MessageContent>(['message', id], `messages/${id}`)
  return (
    <Loaded query={query}>
      {(message) => {
        const look = message.html === null ? 'The text as it was sent' : 'As it would look now'
        return <MessageView message={message} note={`${look}, without personal links.`} />
      }}
    </Loaded>
  )
}

/** The button that sends a failed message again, or cancels one that was not sent. */
function ChangeButton({ message: { id, state } }: { message: Message }) {
  const cache = useQueryClient()
  const may = useMay()
  const isFailed = ['exhausted', 'uncertain', 'bounced'].includes(state)
  const { mutate, isPending } = useStaffMutation(
    (request) => request(`messages/${id}/${isFailed ? 'retry' : 'cancel'}`, { method: 'POST' }),
    {
      failed: 'Couldn’t change the message',
      onSettled: () => cache.invalidateQueries({ queryKey: ['mail'] }),
    },
  )
  if (!may('leads:change') || !(isFailed || state === 'pending' || state === 'held')) return null
  return (
    <SmallButton
      text={isFailed ? 'Send again' : 'Cancel sending'}
      disabled={isPending}
      onClick={() => mutate()}
    />
  )
}

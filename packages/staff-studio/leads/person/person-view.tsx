import { Badge, Card, Flex, Heading, Stack, Text } from '@sanity/ui'
import type { ApplicantDetail } from 'halvi-leads/contract'
import { languageName } from 'halvi-leads/language-name'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { styled } from 'styled-components'
import { useStaffQuery } from '../../staff.tsx'
import { Choice, Note, View } from '../../ui/controls.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { List } from '../../ui/tool-page.tsx'
import { NoteCard } from '../detail/lead-notes.tsx'
import { formLabel } from '../labels.ts'
import { MailLink, PersonLink, PhoneLink, ToolLink } from '../links.tsx'
import { StatusBadge } from '../list/columns.tsx'
import { MailNotice } from '../messages/mail-notice.tsx'
import { MessageItem } from '../messages/message-item.tsx'
import { Reply } from '../messages/reply.tsx'
import { Isolated } from '../visitor-text.tsx'
import { Referrals } from './referrals.tsx'

const Columns = styled.div`
  display: grid;
  gap: 16px;
  align-items: start;
  grid-template-columns: repeat(auto-fit, minmax(min(340px, 100%), 1fr));
`

/** Interval of reloads while the tab is visible, in milliseconds. A read costs a search for duplicates. */
const refetchInterval = 5_000

/** The view of a person who applied: all applications, messages, and notes. */
export default function PersonView({ id }: { id: string }) {
  const path = `applicants/${encodeURIComponent(id)}`
  const query = useStaffQuery<ApplicantDetail>(['mail', 'applicant', id], path, {
    gcTime: 0,
    refetchInterval,
  })
  return (
    <Loaded query={query}>
      {(person) => (
        <View width={3}>
          <MailNotice />
          <PersonHeader person={person} />
          <Columns>
            <Messages person={person} />
            <Stack space={4}>
              <Applications person={person} />
              {person.notes.length > 0 && (
                <Part title="Notes">
                  <List>
                    {person.notes.map((note) => (
                      <NoteCard key={note.id} note={note} />
                    ))}
                  </List>
                </Part>
              )}
              <Part title="Referrals">
                <Referrals person={person} />
              </Part>
              <Duplicates person={person} />
            </Stack>
          </Columns>
        </View>
      )}
    </Loaded>
  )
}

interface PartProps {
  person: ApplicantDetail
}

function PersonHeader({ person }: PartProps) {
  const { name, email, language, phones, confirmedAt, unsubscribedAt, bouncedAt, invitedAt } =
    person
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <Stack space={4}>
      <Heading as="h2" size={2} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        <Isolated text={name.slice(0, 200) || 'No name'} />
      </Heading>
      <Flex gap={4} wrap="wrap">
        <Text size={1}>
          <MailLink email={email} />
        </Text>
        {phones.map((phone) => (
          <Text key={phone} size={1}>
            <PhoneLink phone={phone} />
          </Text>
        ))}
      </Flex>
      <Flex gap={2} wrap="wrap">
        <Badge>{languageName(language)}</Badge>
        <Badge tone={confirmedAt ? 'positive' : 'default'}>
          {confirmedAt ? 'Address confirmed' : 'Address not confirmed'}
        </Badge>
        {bouncedAt && <Badge tone="critical">Address refused</Badge>}
        {unsubscribedAt && <Badge tone="caution">Unsubscribed</Badge>}
        {invitedAt && <Badge tone="primary">Invited</Badge>}
      </Flex>
    </Stack>
  )
}

/** The messages to the person, with a form to reply to one of the applications. */
function Messages({ person: { applications, messages } }: PartProps) {
  const [chosen, choose] = useState<string>()
  const lead = applications.find(({ id }) => id === chosen) ?? applications[0]
  const choices = applications.map(
    ({ id, form, createdAt }) =>
      [id, `${formLabel(form)}, ${new Date(createdAt).toLocaleDateString('en-US')}`] as const,
  )
  return (
    <Part title="Messages">
      {lead && choices.length > 1 && (
        <Choice label="Reply about" value={lead.id} choices={choices} onValue={choose} />
      )}
      {lead && <Reply key={lead.id} lead={lead} />}
      <List>
        {messages.map((message) => (
          <MessageItem key={message.id} message={message} />
        ))}
      </List>
    </Part>
  )
}

const Applications = ({ person: { applications } }: PartProps) => (
  <Part title="Applications">
    <List>
      {applications.map(({ id, form, createdAt, confirmedAt, status, bounced, owner }) => (
        <Flex as="li" key={id} gap={3} align="center">
          <Stack space={2} flex={1}>
            <Text size={1}>
              <ToolLink view="lead" id={id}>
                {formLabel(form)}
              </ToolLink>
            </Text>
            <Note>
              <Time at={createdAt} long />
              {confirmedAt ? ' · Confirmed' : ' · Not confirmed'}
              {owner && ` · ${owner.name}`}
            </Note>
          </Stack>
          <StatusBadge status={status} bounced={bounced} />
        </Flex>
      ))}
    </List>
  </Part>
)

/** People who may be the same. They are never merged automatically. */
function Duplicates({ person: { duplicates } }: PartProps) {
  if (duplicates.length === 0) return null
  return (
    <Part title="Possibly the same person">
      {duplicates.map(({ id, name, email, reason }) => (
        <Stack key={id} space={2}>
          <Text size={1}>
            <PersonLink id={id} name={name} />, <MailLink email={email} />
          </Text>
          <Note>{reason === 'phone' ? 'Same phone number' : 'Same name, similar address'}</Note>
        </Stack>
      ))}
    </Part>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card as="section" aria-label={title} border radius={3} padding={4}>
    <Stack space={4} style={{ gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Heading as="h3" size={0}>
        {title}
      </Heading>
      {children}
    </Stack>
  </Card>
)

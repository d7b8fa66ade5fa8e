import { Box, Button, Heading, Stack, Text } from '@sanity/ui'
import { useRef, useState } from 'react'
import { Note } from '../ui/controls.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LinkToCopy } from '../ui/link-to-copy.tsx'
import { Failure, Loading, Problem } from '../ui/states.tsx'
import { List, ListCard, ToolPage } from '../ui/tool-page.tsx'
import { at, type Invitation, type People, type Role, useResource } from './account-api.ts'
import { InviteForm } from './invite-form.tsx'
import { PersonRow } from './person-row.tsx'

/** A link that was made for somebody, to be copied; its token is shown this once. */
interface MadeLink {
  kind: 'invitation' | 'reset'
  whose: string
  token: string
  expires: string
}

/** Who works here and who is invited; administrators change it. */
export default function PeopleTool() {
  const { data, problem, retry, act } = useResource<People>('/people')
  const [link, setLink] = useState<MadeLink>()
  const list = useRef<HTMLDivElement>(null)

  const makeLink = (kind: MadeLink['kind'], whose: string, uri: string, body?: object) =>
    act(uri, body, (answer) => setLink({ ...(answer as MadeLink), kind, whose }))
  const invite = (email: string, role: string) =>
    makeLink('invitation', email, '/people/invitations', { email, role })
  const remove = async (id: string) => {
    // The button that was pressed goes with the person.
    if (await act(`/people/${id}/remove`)) list.current?.focus()
  }

  return (
    <ToolPage title="People" data-testid="people-tool">
      {!data && (problem ? <Failure message={problem} retry={retry} /> : <Loading />)}
      {data && (
        <>
          <Problem message={problem} />
          <InviteForm roles={data.roles} onInvite={invite} />
          <List ref={list} tabIndex={-1} aria-label="People who work here">
            {data.people
              .filter(({ removed }) => removed === null)
              .map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  roles={data.roles}
                  onRole={(role) => act(`/people/${person.id}/role`, { role })}
                  onReset={() => makeLink('reset', person.name, `/people/${person.id}/reset`)}
                  onRemove={() => remove(person.id)}
                />
              ))}
          </List>
          {data.invitations.length > 0 && (
            <Stack space={4}>
              <Heading as="h2" size={1}>
                Invited
              </Heading>
              <List>
                {data.invitations.map((invitation) => (
                  <InvitationRow
                    key={invitation.id}
                    invitation={invitation}
                    roles={data.roles}
                    onNewLink={() => invite(invitation.email, invitation.role)}
                    onRevoke={() => act(`/people/invitations/${invitation.id}/revoke`)}
                  />
                ))}
              </List>
            </Stack>
          )}
          <Box>
            <Note>The names of people who were removed stay in the history of what they did.</Note>
          </Box>
        </>
      )}
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
    </ToolPage>
  )
}

interface InvitationRowProps {
  invitation: Invitation
  roles: readonly Role[]
  onNewLink: () => Promise<boolean>
  onRevoke: () => Promise<boolean>
}

/** Somebody who is invited and has not come yet. */
function InvitationRow({ invitation, roles, onNewLink, onRevoke }: InvitationRowProps) {
  const { email, maker, expires } = invitation
  const role = roles.find(({ name }) => name === invitation.role)?.title ?? invitation.role
  const isExpired = Date.parse(expires) <= Date.now()
  return (
    <ListCard
      title={email}
      notes={[
        `${role}, invited by ${maker}`,
        isExpired ? `The invitation ended ${at(expires)}` : `Invited until ${at(expires)}`,
      ]}
      tone={isExpired ? 'caution' : 'default'}
    >
      <Button
        text="New link"
        aria-label={`New link for ${email}`}
        mode="ghost"
        onClick={() => void onNewLink()}
      />
      <Button
        text="Revoke"
        aria-label={`Revoke the invitation of ${email}`}
        mode="ghost"
        tone="critical"
        onClick={() => void onRevoke()}
      />
    </ListCard>
  )
}

/** Shows a link, which nobody can look up afterwards. */
function LinkDialog({ link, onClose }: { link: MadeLink; onClose: () => void }) {
  const { kind, whose, token, expires } = link
  return (
    <Dialog
      id="made-link"
      header={kind === 'invitation' ? 'An invitation' : 'A link for another password'}
      width={1}
      onClose={onClose}
    >
      <Text size={1}>
        Send this link to {whose}, and to nobody else: whoever opens it first comes in. It works
        once, until {at(expires)}, and is not shown again.
      </Text>
      <LinkToCopy
        label={`Link for ${whose}`}
        address={`${location.origin}/studio#${kind}=${token}`}
        autoFocus
      />
    </Dialog>
  )
}

import { Box, Button, Heading, Stack, Text } from '@sanity/ui'
import { useRef, useState } from 'react'
import { Note } from '../ui/controls.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LinkToCopy } from '../ui/link-to-copy.tsx'
import { Failure, Loading, Problem } from '../ui/states.tsx'
import { timeText } from '../ui/time.tsx'
import { List, ListCard, ToolPage } from '../ui/tool-page.tsx'
import { type Invitation, type People, type Role, useResource } from './account-api.ts'
import { InviteForm } from './invite-form.tsx'
import { PersonRow } from './person-row.tsx'
import { titlesOf } from './role-choice.tsx'

/** A new link for a person. Its token is shown only once. */
interface AccountLink {
  kind: 'invitation' | 'reset'
  recipient: string
  token: string
  expires: string
  /** Whether the link is also sent by mail. */
  isMailed?: boolean
}

/** The People tool, for administrators: staff members and invitations. */
export default function PeopleTool() {
  const { data, problem, retry, act } = useResource<People>('/people')
  const [link, setLink] = useState<AccountLink>()
  const list = useRef<HTMLDivElement>(null)

  const createLink = (kind: AccountLink['kind'], recipient: string, uri: string, body?: object) =>
    act(uri, body, (response) => setLink({ ...(response as AccountLink), kind, recipient }))
  const invite = (email: string, roles: readonly string[]) =>
    createLink('invitation', email, '/people/invitations', { email, roles })
  const remove = async (id: string) => {
    // The pressed button disappears with the person, so the list gets the focus.
    if (await act(`/people/${id}/remove`)) list.current?.focus()
  }

  return (
    <ToolPage title="People" data-testid="people-tool">
      {!data && (problem ? <Failure message={problem} retry={retry} /> : <Loading />)}
      {data && (
        <>
          <Problem message={problem} />
          <InviteForm roles={data.roles} onInvite={invite} />
          <List ref={list} tabIndex={-1} aria-label="People with access">
            {data.people
              .filter(({ removed }) => removed === null)
              .map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  roles={data.roles}
                  onRoles={(roles) => act(`/people/${person.id}/roles`, { roles })}
                  onReset={() => createLink('reset', person.name, `/people/${person.id}/reset`)}
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
                    onNewLink={() => invite(invitation.email, invitation.roles)}
                    onRevoke={() => act(`/people/invitations/${invitation.id}/revoke`)}
                  />
                ))}
              </List>
            </Stack>
          )}
          <Box>
            <Note>Removed people still appear in the edit history.</Note>
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

/** An invitation that has not been accepted yet. */
function InvitationRow({ invitation, roles, onNewLink, onRevoke }: InvitationRowProps) {
  const { email, maker, expires } = invitation
  const isExpired = Date.parse(expires) <= Date.now()
  return (
    <ListCard
      title={email}
      notes={[
        `${titlesOf(roles, invitation.roles)}, invited by ${maker}`,
        isExpired
          ? `Invitation expired ${timeText(expires)}`
          : `Invitation expires ${timeText(expires)}`,
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
        aria-label={`Revoke the invitation for ${email}`}
        mode="ghost"
        tone="critical"
        onClick={() => void onRevoke()}
      />
    </ListCard>
  )
}

/** A dialog with a new link. The link can't be shown again later. */
function LinkDialog({ link, onClose }: { link: AccountLink; onClose: () => void }) {
  const { kind, recipient, token, expires, isMailed } = link
  return (
    <Dialog
      id="made-link"
      header={kind === 'invitation' ? 'Invitation link' : 'Password reset link'}
      width={1}
      onClose={onClose}
    >
      <Text size={1}>
        {isMailed
          ? `We’re emailing this link to ${recipient}. If it doesn’t arrive, send it yourself.`
          : `Send this link only to ${recipient}.`}{' '}
        Anyone who has it can use it. It works once, expires {timeText(expires)}, and won’t be shown
        again.
      </Text>
      <LinkToCopy
        label={`Link for ${recipient}`}
        address={`${location.origin}/studio#${kind}=${token}`}
        autoFocus
      />
    </Dialog>
  )
}

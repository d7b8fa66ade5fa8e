import { Box, Card, Container, Heading, Stack, Text } from '@sanity/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Failure } from '../leads/failure.tsx'
import { Loading } from '../leads/loading.tsx'
import { addressOf, type MadeLink, messageOf, type People, useAccounts } from './account-api.ts'
import { InvitationRow } from './invitation-row.tsx'
import { InviteForm } from './invite-form.tsx'
import { LinkDialog, type ShownLink } from './link-dialog.tsx'
import { PersonRow } from './person-row.tsx'
import { Problem } from './problem.tsx'

/** Who works here and who is invited; administrators change it. */
export default function PeopleTool() {
  const { get, post } = useAccounts()
  const [people, setPeople] = useState<People>()
  const [problem, setProblem] = useState<string>()
  const [link, setLink] = useState<ShownLink>()
  const list = useRef<HTMLUListElement>(null)

  /** Resolves to whether it could be had. */
  const load = useCallback(async () => {
    try {
      setPeople(await get<People>('/people'))
      return true
    } catch (error) {
      setProblem(messageOf(error))
      return false
    }
  }, [get])
  useEffect(() => void load(), [load])
  // What went wrong stays until then: the button that was pressed is beside it.
  const retry = async () => {
    if (await load()) setProblem(undefined)
  }

  /** Does something about people, and shows them as they are then; true when it was done. */
  const act = async (uri: string, body?: object, onDone = (_answer: unknown) => {}) => {
    setProblem(undefined)
    try {
      onDone(await post(uri, body))
      return true
    } catch (error) {
      setProblem(messageOf(error))
      return false
    } finally {
      await load()
    }
  }
  /** The same for what makes a link, which is shown. */
  const makeLink = (kind: ShownLink['kind'], whose: string, uri: string, body?: object) =>
    act(uri, body, (answer) => {
      const { token, expires } = answer as MadeLink
      setLink({ kind, whose, address: addressOf(kind, token), expires })
    })
  const invite = (email: string, role: string) =>
    makeLink('invitation', email, '/people/invitations', { email, role })

  const remove = async (id: string) => {
    // The button that was pressed goes with the person.
    if (await act(`/people/${id}/remove`)) list.current?.focus()
  }

  const here = people?.people.filter(({ removed }) => removed === null) ?? []
  return (
    <Card height="fill" overflow="auto" data-testid="people-tool">
      <Container width={2}>
        <Stack space={5} paddingX={4} paddingY={5} style={oneColumn}>
          <Heading as="h1" size={2}>
            People
          </Heading>
          {!people && (problem ? <Failure message={problem} retry={retry} /> : <Loading />)}
          {people && (
            <>
              <Problem message={problem} />
              <InviteForm roles={people.roles} onInvite={invite} />
              <Stack
                ref={list}
                as="ul"
                space={3}
                tabIndex={-1}
                aria-label="People who work here"
                style={listStyle}
              >
                {here.map((person) => (
                  <PersonRow
                    key={person.id}
                    person={person}
                    roles={people.roles}
                    onRole={(role) => act(`/people/${person.id}/role`, { role })}
                    onReset={() => makeLink('reset', person.name, `/people/${person.id}/reset`)}
                    onRemove={() => remove(person.id)}
                  />
                ))}
              </Stack>
              {people.invitations.length > 0 && (
                <Stack space={4}>
                  <Heading as="h2" size={1}>
                    Invited
                  </Heading>
                  <Stack as="ul" space={3} style={listStyle}>
                    {people.invitations.map((invitation) => (
                      <InvitationRow
                        key={invitation.id}
                        invitation={invitation}
                        roles={people.roles}
                        onNewLink={() => invite(invitation.email, invitation.role)}
                        onRevoke={() => act(`/people/invitations/${invitation.id}/revoke`)}
                      />
                    ))}
                  </Stack>
                </Stack>
              )}
              <Box>
                <Text muted size={1}>
                  The names of people who were removed stay in the history of what they did.
                </Text>
              </Box>
            </>
          )}
        </Stack>
      </Container>
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
    </Card>
  )
}

/** As wide as the page and no wider, however long a word is. */
const oneColumn = { gridTemplateColumns: 'minmax(0, 1fr)' }
const listStyle = { ...oneColumn, listStyle: 'none', margin: 0, padding: 0 }

import { Badge, Button, Card, Flex, Heading, Stack, Text } from '@sanity/ui'
import { useCallback, useEffect, useState } from 'react'
import { Failure } from '../leads/failure.tsx'
import { Loading } from '../leads/loading.tsx'
import { at, messageOf, type Session, useAccounts } from './account-api.ts'
import { Problem } from './problem.tsx'

/** The browsers that a person is signed in with, to end those that are not theirs any more. */
export function Sessions() {
  const { get, post } = useAccounts()
  const [sessions, setSessions] = useState<Session[]>()
  const [problem, setProblem] = useState<string>()
  /** Resolves to whether they could be had. */
  const load = useCallback(async () => {
    try {
      setSessions(await get<Session[]>('/account/sessions'))
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
  const end = async (path: string) => {
    setProblem(undefined)
    await post(`/account/sessions/${path}`).catch((error) => setProblem(messageOf(error)))
    await load()
  }
  return (
    <Stack space={4}>
      <Heading as="h2" size={1}>
        Where you are signed in
      </Heading>
      {sessions ? (
        <Problem message={problem} />
      ) : problem ? (
        <Failure message={problem} retry={retry} />
      ) : (
        <Loading />
      )}
      <Stack as="ul" space={3} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {sessions?.map(({ id, created, used, browser, network, isThis }) => (
          <Card as="li" key={id} border padding={4} radius={3}>
            <Flex gap={4} wrap="wrap" align="center">
              <Stack space={3} flex={1} style={{ minWidth: '12em' }}>
                <Flex gap={2} align="center">
                  <Text weight="medium">{browser}</Text>
                  {isThis && <Badge tone="primary">This browser</Badge>}
                </Flex>
                <Text muted size={1}>
                  Signed in on {at(created)}, from {network}
                </Text>
                <Text muted size={1}>
                  Last used {at(used)}
                </Text>
              </Stack>
              {!isThis && (
                <Button
                  text="Sign out"
                  aria-label={`Sign out ${browser}, last used ${at(used)}`}
                  mode="ghost"
                  onClick={() => void end(`${id}/end`)}
                />
              )}
            </Flex>
          </Card>
        ))}
      </Stack>
      {sessions && sessions.length > 1 && (
        <Flex>
          <Button
            text="Sign out everywhere else"
            mode="ghost"
            tone="critical"
            onClick={() => void end('end-others')}
          />
        </Flex>
      )}
    </Stack>
  )
}

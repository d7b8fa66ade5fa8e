import { Badge, Button, Flex, Heading, Stack, Text } from '@sanity/ui'
import { Failure, Loading, Problem } from '../ui/states.tsx'
import { timeText } from '../ui/time.tsx'
import { List, ListCard } from '../ui/tool-page.tsx'
import { type BrowserSession, useResource } from './account-api.ts'

/** The user's sessions, with buttons to end sessions in other browsers. */
export function Sessions() {
  const { data: sessions, problem, retry, act } = useResource<BrowserSession[]>('/account/sessions')
  return (
    <Stack space={4}>
      <Heading as="h2" size={1}>
        Where you’re signed in
      </Heading>
      {!sessions && (problem ? <Failure message={problem} retry={retry} /> : <Loading />)}
      {sessions && <Problem message={problem} />}
      <List>
        {sessions?.map(({ id, created, used, browser, network, isThis }) => (
          <ListCard
            key={id}
            title={
              <Flex gap={2} align="center">
                <Text weight="medium">{browser}</Text>
                {isThis && <Badge tone="primary">This browser</Badge>}
              </Flex>
            }
            notes={[
              `Signed in on ${timeText(created)}, from ${network}`,
              `Last used ${timeText(used)}`,
            ]}
          >
            {!isThis && (
              <Button
                text="Sign out"
                aria-label={`Sign out ${browser}, last used ${timeText(used)}`}
                mode="ghost"
                onClick={() => void act(`/account/sessions/${id}/end`)}
              />
            )}
          </ListCard>
        ))}
      </List>
      {sessions && sessions.length > 1 && (
        <Flex>
          <Button
            text="Sign out everywhere else"
            mode="ghost"
            tone="critical"
            onClick={() => void act('/account/sessions/end-others')}
          />
        </Flex>
      )}
    </Stack>
  )
}

import { Card, Flex, Heading, Stack, Text } from '@sanity/ui'
import type { PreviewLink } from 'halvi-leads/contract'
import { useStaffMutation, useStaffQuery } from 'halvi-staff-studio'
import { Alert, List, Note, SmallButton, timeText } from 'halvi-staff-studio/ui'

/** Lists the valid preview links, each with a button to revoke it. */
export function SharedLinks() {
  const { data, error, refetch } = useStaffQuery<{ links: PreviewLink[] }>(
    ['preview-links'],
    'preview-links',
    { retry: false },
  )
  const revoke = useStaffMutation(
    (request, id: string) => request(`preview-links/${id}`, { method: 'DELETE' }),
    { onSettled: () => refetch() },
  )
  const problem = error
    ? 'Couldn’t load the shared links.'
    : revoke.error && 'Couldn’t revoke the link. Please try again in a moment.'
  return (
    <Stack space={3}>
      <Heading as="h2" size={0}>
        Shared links
      </Heading>
      {problem && <Alert>{problem}</Alert>}
      <List space={2}>
        {data?.links.map(({ id, path, owner, created, expires, used }) => (
          <Card as="li" key={id} border padding={3} radius={2}>
            <Flex gap={3} align="center">
              <Stack space={2} flex={1}>
                <Text size={1} style={{ overflowWrap: 'anywhere' }}>
                  {path}
                </Text>
                <Note>
                  Shared by {owner.name} on {timeText(created)}
                </Note>
                <Note>
                  {used ? `Last used ${timeText(used)}` : 'Not used yet'}, expires{' '}
                  {timeText(expires)}
                </Note>
              </Stack>
              <SmallButton
                text="Revoke"
                aria-label={`Revoke the link to ${path}, shared by ${owner.name} on ${timeText(created)}`}
                tone="critical"
                onClick={() => revoke.mutate(id)}
              />
            </Flex>
          </Card>
        ))}
      </List>
    </Stack>
  )
}

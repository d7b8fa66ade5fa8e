import { Button, Card, Flex, Heading, Stack, Text } from '@sanity/ui'
import type { PreviewLink } from 'halvi-leads/contract'
import { useCallback, useEffect, useState } from 'react'
import { useStaff } from '../leads/api/staff-context.tsx'
import { at } from '../people/account-api.ts'

/** The links to the preview that are valid, each with a button that revokes it. */
export function SharedLinks() {
  const request = useStaff()
  const [links, setLinks] = useState<PreviewLink[]>()
  const [problem, setProblem] = useState<string>()
  const load = useCallback(async () => {
    try {
      setLinks((await request<{ links: PreviewLink[] }>('preview-links')).links)
    } catch {
      setProblem('The shared links could not be loaded.')
    }
  }, [request])
  useEffect(() => void load(), [load])

  const revoke = async (id: string) => {
    setProblem(undefined)
    await request(`preview-links/${id}`, { method: 'DELETE' }).catch(() =>
      setProblem('The link could not be revoked. Please try again in a moment.'),
    )
    await load()
  }

  return (
    <Stack space={3}>
      <Heading as="h2" size={0}>
        Shared links
      </Heading>
      {problem && (
        <Text role="alert" size={1}>
          {problem}
        </Text>
      )}
      <Stack as="ul" space={2} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {links?.map(({ id, path, owner, created, expires, used }) => (
          <Card as="li" key={id} border padding={3} radius={2}>
            <Flex gap={3} align="center">
              <Stack space={2} flex={1}>
                <Text size={1} style={{ overflowWrap: 'anywhere' }}>
                  {path}
                </Text>
                <Text muted size={1}>
                  Shared by {owner.name} on {at(created)}
                </Text>
                <Text muted size={1}>
                  {used ? `Last used ${at(used)}` : 'Not used yet'}, expires {at(expires)}
                </Text>
              </Stack>
              <Button
                fontSize={1}
                padding={2}
                text="Revoke"
                aria-label={`Revoke the link to ${path}, shared by ${owner.name} on ${at(created)}`}
                mode="ghost"
                tone="critical"
                onClick={() => void revoke(id)}
              />
            </Flex>
          </Card>
        ))}
      </Stack>
    </Stack>
  )
}

import { Heading, Stack, Text } from '@sanity/ui'
import { useQuery } from '@tanstack/react-query'
import { type SanityDocument, useClient } from 'sanity'
import { anchorsOf, findDeadLinks, livePathsOf } from '../links/dead-links.ts'
import { DocumentLinks } from '../links/document-links.tsx'
import { Loaded } from '../ui/states.tsx'

const query = '*[!(_type match "sanity.*") && !(_type match "system.*")]'
const published = { perspective: 'published' } as const

/** Lists the links that lead nowhere. */
export function LinkCheck() {
  const client = useClient({ apiVersion: '2025-02-19' })
  const dead = useQuery({
    queryKey: ['dead-links'],
    queryFn: async () => {
      const [documents, livePaths] = await Promise.all([
        client.fetch<SanityDocument[]>(query, {}, published),
        livePathsOf(client),
      ])
      const found = await findDeadLinks(documents, { livePaths, anchorsOf })
      return found.map(({ document, field, problem }) => ({
        document,
        note: `${field}: ${problem}`,
      }))
    },
  })
  return (
    <Stack space={4} data-testid="link-check">
      <Heading as="h2" size={1}>
        Links
      </Heading>
      <Loaded query={dead}>
        {(found) =>
          found.length === 0 ? (
            <Text size={1}>All links between pages work.</Text>
          ) : (
            <>
              <Text size={1}>These links lead nowhere, so the site hides them:</Text>
              <DocumentLinks documents={found} />
            </>
          )
        }
      </Loaded>
    </Stack>
  )
}

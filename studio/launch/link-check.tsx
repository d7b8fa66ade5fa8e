import { Heading, Stack, Text } from '@sanity/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { OutsideLinks } from 'halvi-leads/contract'
import { type SanityDocument, useClient } from 'sanity'
import { linksOf } from '../../app/content/links/links-of.ts'
import { anchorsOf, findDeadLinks, livePathsOf } from '../links/dead-links.ts'
import { DocumentLinks, type LinkedDocument } from '../links/document-links.tsx'
import { useStaff } from '../staff.tsx'
import { errorText } from '../staff-request.ts'
import { Note, SmallButton } from '../ui/controls.tsx'
import { Loaded, Problem } from '../ui/states.tsx'

const query = '*[!(_type match "sanity.*") && !(_type match "system.*")]'
const published = { perspective: 'published' } as const

/** Lists the links that lead nowhere, and checks the links to other sites when a button is pressed. */
export function LinkCheck() {
  const client = useClient({ apiVersion: '2025-02-19' })
  const request = useStaff()
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
  const outside = useMutation({
    mutationFn: async () => {
      const [{ links, left }, documents] = await Promise.all([
        request<OutsideLinks>('links/check', { method: 'POST' }),
        client.fetch<SanityDocument[]>(query, {}, published),
      ])
      return { found: failed(links, documents), count: links.length, left }
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
      <div>
        <SmallButton
          text="Check links to other sites"
          loading={outside.isPending}
          disabled={outside.isPending}
          onClick={() => outside.mutate()}
        />
      </div>
      <Problem message={outside.error ? errorText(outside.error) : undefined} />
      {outside.data && (
        <Stack space={4} role="status">
          <Text size={1}>
            {outside.data.found.length === 0
              ? `All ${outside.data.count} links to other sites work.`
              : `${outside.data.found.length} of the ${outside.data.count} links need a look:`}
          </Text>
          <DocumentLinks documents={outside.data.found} />
          {outside.data.left > 0 && <Note>{outside.data.left} more links were not checked.</Note>}
        </Stack>
      )}
    </Stack>
  )
}

/** Returns the documents with links that do not work, or that only people can check. */
function failed(
  links: OutsideLinks['links'],
  documents: readonly SanityDocument[],
): LinkedDocument[] {
  return links.flatMap(({ url, result, reason }) => {
    if (result === 'works') return []
    const document = documents.find((one) => linksOf(one).some((link) => link.url === url))
    const problem = result === 'unclear' ? 'can’t be checked, open it yourself' : 'does not work'
    return document ? [{ document, note: `${url} ${problem} (${reason})` }] : []
  })
}

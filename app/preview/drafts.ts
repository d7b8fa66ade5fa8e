import {
  type ClientReturn,
  createClient,
  type QueryParams,
  type SanityClient,
} from '@sanity/client'
import { VERCEL_STEGA_REGEX } from '@vercel/stega'
import { type ContentSource, cleanResult, clientConfig } from '../content/content.ts'
import { queryWithRetries } from '../content/content-error.ts'
import type { ContentReader, ImageSource } from '../content/content-reader.ts'
import { resolveDatedSentences } from '../content/dated-sentences.ts'
import { resolveLinks } from '../content/links/resolve-links.ts'
import type { PreviewSession } from './preview-session.ts'

/** The Studio's path, for the addresses that overlays open. */
const studioUrl = '/studio'

/** Fields whose texts the code compares, parses, or formats. Stega characters would break them. */
const withoutStega = new Set([
  ...['date', 'deadline', 'endsAt', 'fact', 'hue', 'icon', 'month', 'network', 'number'],
  ...['placement', 'source', 'startsAt', 'status', 'timeZone'],
  ...['businessType', 'customInterest', 'interests', 'secondTarget', 'target'],
])

/** The pattern of stega characters, to remove them. */
export const stegaPattern = VERCEL_STEGA_REGEX.source

/** Returns a client that reads drafts. */
export function draftsClient(source: ContentSource, token: string): SanityClient {
  const { token: _, ...privateSource } = source
  return createClient({
    ...clientConfig(privateSource),
    token,
    perspective: 'drafts',
    useCdn: false,
    stega: {
      studioUrl,
      filter: (text) =>
        !text.sourcePath.some((part) => withoutStega.has(String(part))) && text.filterDefault(text),
    },
  })
}

/**
 * Returns a reader of drafts or releases for one page. For staff, texts contain stega: hidden characters that encode
 * the text's field in the Studio, for the overlays (overlays.ts).
 *
 * @param layers `drafts`, `published`, or names of releases; the first one that has a document is shown
 */
export function draftsReader(
  client: SanityClient,
  images: ImageSource,
  { kind }: PreviewSession,
  layers: readonly string[] = ['drafts'],
): ContentReader {
  const queries = new Map<string, Promise<unknown>>()
  async function read(query: string, params: QueryParams): Promise<unknown> {
    const options = { perspective: [...layers], stega: kind === 'studio' }
    const { result } = await queryWithRetries<unknown>(client, query, params, options)
    const timed = resolveDatedSentences(cleanResult(query, result), Date.now())
    return resolveLinks(query, timed.value, fetch)
  }
  function fetch<const Query extends string>(query: Query, params: QueryParams = {}) {
    const key = JSON.stringify([query, params])
    const result = queries.get(key) ?? read(query, params)
    queries.set(key, result)
    return result as Promise<ClientReturn<Query>>
  }
  // No tags, because pages with drafts are never cached.
  return { images, tags: new Set(), fetch }
}

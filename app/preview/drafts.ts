import { createClient, type SanityClient } from '@sanity/client'
import { VERCEL_STEGA_REGEX } from '@vercel/stega'
import { type ContentSource, clientConfig, createReader } from '../content/content.ts'
import { queryWithRetries } from '../content/content-error.ts'
import type { ContentReader, ImageSource } from '../content/content-reader.ts'
import { walk } from '../content/walk.ts'
import type { PreviewSession } from './preview-session.ts'

/** The Studio's path, for the addresses that overlays open. */
const studioUrl = '/studio'

/** Fields whose texts the code compares, parses, or formats. Stega characters would break them. */
const withoutStega = new Set([
  ...['anchor', 'date', 'deadline', 'endsAt', 'fact', 'hue', 'icon', 'month', 'network', 'number'],
  ...['placement', 'query', 'source', 'startsAt', 'status', 'timeZone', 'topic', 'view'],
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
  const options = { perspective: [...layers], stega: kind === 'studio' }
  return createReader(images, async (query, params) => {
    const { result } = await queryWithRetries<unknown>(client, query, params, options)
    // No tags, because pages with drafts are never cached.
    return { ...walk(query, result), tags: [] }
  })
}

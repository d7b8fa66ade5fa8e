import { type ClientConfig, createClient, type SanityClient } from '@sanity/client'
import { VERCEL_STEGA_REGEX } from '@vercel/stega'
import { apiVersion, type ContentSource, queryTimeoutMs } from '../content/content.ts'
import { queryWithRetries } from '../content/content-error.ts'
import type { ContentReader, ImageSource } from '../content/content-reader.ts'
import { resolveDatedSentences } from '../content/dated-sentences.ts'
import { fitResult } from '../content/fit/fit.ts'
import { resolveLinks } from '../content/links/resolve-links.ts'
import { setApartPlaceholders } from '../content/placeholders.ts'
import { withoutNullItems } from '../content/without-null-items.ts'
import type { PreviewSession } from './preview-session.ts'

/** The Studio's path, for the addresses that overlays open. */
const studioUrl = '/studio'

/** Fields whose texts the code compares, parses, or formats. Stega characters would break them. */
const withoutStega = new Set([
  ...[
    'date',
    'deadline',
    'fact',
    'hue',
    'month',
    'network',
    'number',
    'placement',
    'source',
    'startsAt',
  ],
  ...['endsAt', 'icon', 'status', 'timeZone'],
  ...['businessType', 'customInterest', 'interests', 'secondTarget', 'target'],
])

/** The pattern of stega characters, to remove them. */
export const stegaPattern = VERCEL_STEGA_REGEX.source

/** Returns a client that reads drafts. */
export function draftsClient(source: ContentSource, token: string): SanityClient {
  const { projectId, dataset, apiHost } = source
  const config: ClientConfig = {
    projectId,
    dataset,
    token,
    apiVersion,
    perspective: 'drafts',
    useCdn: false,
    timeout: queryTimeoutMs,
    maxRetries: 2,
    stega: {
      studioUrl,
      filter: (text) =>
        !text.sourcePath.some((part) => withoutStega.has(String(part))) && text.filterDefault(text),
    },
  }
  return createClient(apiHost ? { ...config, apiHost, useProjectHostname: false } : config)
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
  const reader: ContentReader = {
    images,
    // No tags, because pages with drafts are never cached.
    tags: new Set(),
    async fetch(query, params = {}) {
      const options = { perspective: [...layers], stega: kind === 'studio' }
      const result = await queryWithRetries(query, params, () =>
        client.fetch(query, params, options),
      )
      const cleaned = setApartPlaceholders(withoutNullItems(fitResult(query, result)))
      const timed = resolveDatedSentences(cleaned, Date.now())
      return resolveLinks(query, timed.value, reader.fetch)
    },
  }
  return reader
}

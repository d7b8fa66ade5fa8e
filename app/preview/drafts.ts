import { type ClientConfig, createClient, type SanityClient } from '@sanity/client'
import { VERCEL_STEGA_REGEX } from '@vercel/stega'
import {
  apiVersion,
  type ContentReader,
  type ContentSource,
  type ImageSource,
  queryLimit,
} from '../content/content.ts'
import { answerOf } from '../content/content-error.ts'
import { fitResult } from '../content/fit/fit.ts'
import { withSentences } from '../content/with-sentences.ts'
import { withoutNullItems } from '../content/without-null-items.ts'
import type { PreviewSession } from './preview-session.ts'

/** Where the Studio is, for the addresses of what an overlay opens. */
const studioUrl = '/studio'

/** Attributes whose texts the code compares, parses or formats: a mark would change what they mean. */
const withoutStega = new Set([
  ...['date', 'deadline', 'fact', 'hue', 'month', 'network', 'number', 'source', 'startsAt'],
  ...['status', 'timeZone'],
  ...['businessType', 'customInterest', 'interests', 'secondTarget', 'target'],
])

/** The pattern of stega, for what must be free of it. */
export const stegaPattern = VERCEL_STEGA_REGEX.source

/** A client that sees drafts. */
export function draftsClient(source: ContentSource, token: string): SanityClient {
  const { projectId, dataset, apiHost } = source
  const config: ClientConfig = {
    projectId,
    dataset,
    token,
    apiVersion,
    perspective: 'drafts',
    useCdn: false,
    timeout: queryLimit,
    maxRetries: 2,
    stega: {
      studioUrl,
      filter: (text) =>
        !text.sourcePath.some((part) => withoutStega.has(String(part))) && text.filterDefault(text),
    },
  }
  return createClient(apiHost ? { ...config, apiHost, useProjectHostname: false } : config)
}

/** Reads drafts for one page. For editors, texts carry stega, which names their place in the Studio: see overlays.ts. */
export function draftsReader(
  client: SanityClient,
  images: ImageSource,
  { kind }: PreviewSession,
  perspective: 'drafts' | 'published' = 'drafts',
): ContentReader {
  return {
    images,
    // Nobody keeps a page with drafts.
    tags: new Set(),
    async fetch(query, params = {}) {
      const options = { perspective, stega: kind === 'studio' }
      const result = await answerOf(query, params, () => client.fetch(query, params, options))
      return withSentences(withoutNullItems(fitResult(query, result)), Date.now()).value
    },
  }
}

import { createClient, type SanityClient } from '@sanity/client'
import { isCodeField } from '../content/code-fields.ts'
import { type ContentSource, clientConfig } from '../content/content.ts'
import { queryWithRetries } from '../content/content-error.ts'
import { type ContentReader, createReader, type ImageSource } from '../content/content-reader.ts'
import { queryResult } from '../content/query-result.ts'
import type { Language } from '../language/language.ts'
import type { PreviewSession } from './preview-session.ts'

/** The Studio's path, for the addresses that overlays open. */
const studioUrl = '/studio'

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
        !text.sourcePath.some((part) => isCodeField(String(part))) && text.filterDefault(text),
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
  language: Language,
  { kind }: PreviewSession,
  layers: readonly string[] = ['drafts'],
): ContentReader {
  const options = { perspective: [...layers], stega: kind === 'studio' }
  return createReader(images, language, async (query, params) => {
    const { result } = await queryWithRetries<unknown>(client, query, params, options)
    // No sync tags, because pages with drafts are never cached.
    return queryResult(query, result, [])
  })
}

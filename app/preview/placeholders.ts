import { vercelStegaClean } from '@vercel/stega'
import type { ContentReader } from '../content/content-reader.ts'
import { type Placeholder, placeholdersIn } from '../content/placeholders.ts'
import { PLACEHOLDERS_QUERY } from '../content/queries/placeholders.ts'

/**
 * Returns the placeholders that are still in the content, for staff in preview.
 *
 * @throws ContentError
 */
export async function readPlaceholders(content: ContentReader): Promise<Placeholder[]> {
  const found = await content.fetch(PLACEHOLDERS_QUERY)
  // In preview, texts contain hidden stega characters, which would break the comparisons.
  return placeholdersIn(vercelStegaClean(found))
}

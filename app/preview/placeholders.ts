import { vercelStegaClean } from '@vercel/stega'
import type { ContentReader } from '../content/content.ts'
import { type Placeholder, placeholdersIn } from '../content/placeholders.ts'
import { PLACEHOLDERS_QUERY } from '../content/queries/placeholders.ts'

/** Returns the placeholders that are still in the content, for editors in preview. @throws ContentError */
export async function readPlaceholders(content: ContentReader): Promise<Placeholder[]> {
  const found = await content.fetch(PLACEHOLDERS_QUERY)
  // A preview's texts say where they are written; without that they are what they were.
  return placeholdersIn(vercelStegaClean(found))
}

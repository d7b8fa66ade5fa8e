import { isTranslation } from 'halvi-schemas'
import { apiVersion } from 'halvi-schemas/api-version'
import type { Path, SanityDocument, ValidationContext } from 'sanity'
import { publishedId } from '../links/published-id.ts'
import { changedPictures, compare } from './compare.ts'
import { readPast } from './translation.ts'
import { ORIGINAL_QUERY } from './use-original.ts'

const newPicture = 'The picture is another one. Check that this text describes it.'

/**
 * Returns a warning for each text of a translation that is still in English or has changed in English, with their
 * number, and for each alternative text that was written for another picture. Passes if the content can't be read.
 */
export async function checkTexts(
  document: SanityDocument | undefined,
  { getClient, schema }: Pick<ValidationContext, 'getClient' | 'schema'>,
) {
  if (!document) return true
  const client = getClient({ apiVersion })
  const id = publishedId(document._id)
  const published = await client.getDocument(id).catch(() => undefined)
  const warn = (message: string, paths: Path[]) => paths.map((path) => ({ message, path }))
  if (!isTranslation(document))
    return published ? warn(newPicture, changedPictures(document, published)) : true
  const original = await client
    .fetch<SanityDocument | null>(ORIGINAL_QUERY, { id }, { perspective: 'drafts' })
    .catch(() => undefined)
  if (!original) return true
  const before = published ? await readPast(client, original._id, published._updatedAt) : undefined
  const type = schema.get(document._type)
  const { total, english, changed, pictures } = compare(type, original, document, before)
  return [
    ...(english.length > 0
      ? warn(`${english.length} of ${total} texts are still in English.`, [[]])
      : []),
    ...warn('This text is still in English.', english),
    ...warn('The English text has changed since this translation was published.', changed),
    ...warn(newPicture, pictures),
  ]
}

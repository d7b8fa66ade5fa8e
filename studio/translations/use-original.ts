import { isTranslation } from 'halvi-schemas'
import { type SanityDocument, usePerspective } from 'sanity'
import { publishedId } from '../links/published-id.ts'
import { useListened } from './languages.ts'

/** Selects the original of the translation with the published ID `$id`. */
export const ORIGINAL_QUERY = `*[_id in *[_type == "translation.metadata" && $id in translations[].value._ref]
  .translations[].value._ref && !defined(language)][0]`

const original = {
  fetch: ORIGINAL_QUERY,
  listen: '*[_type == $type || _type == "translation.metadata"]',
}

/** Returns the original of a translation, or a document itself if it is not a translation. */
export function useOriginal(
  document: Partial<SanityDocument> | null | undefined,
): Partial<SanityDocument> | undefined {
  const { perspectiveStack } = usePerspective()
  const { _id = '', _type = '' } = document ?? {}
  const isOriginal = !isTranslation(document)
  const params = isOriginal ? undefined : { id: publishedId(_id), type: _type }
  const found = useListened<SanityDocument | null>(original, params, [...perspectiveStack])
  return (isOriginal ? document : found) ?? undefined
}

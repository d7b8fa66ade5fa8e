import { defineQuery } from 'groq'
import { redirectTarget } from './fragments.ts'

/**
 * Reads the targets that links can have: the documents of pages, and redirects. `$types` are the document types of
 * pages. Sorted, so that results are equal if nothing changed.
 */
export const LINK_TARGETS_QUERY = defineQuery(`{
  "pages": *[_type in $types] | order(_id asc){_id, _type},
  "slugs": *[_type in $types && defined(slug.current)] | order(_id asc){
    _id,
    _type,
    "slug": slug.current
  },
  "keys": *[_type == "affiliateProgramme" && defined(key)] | order(_id asc){_id, _type, key},
  "listed": *[_type == "affiliatesPage"][0].programmes[]->key,
  "redirects": *[_type == "redirect" && defined(from)] | order(_id asc){from, ${redirectTarget}}
}`)

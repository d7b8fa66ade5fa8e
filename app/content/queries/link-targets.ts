import { defineQuery } from 'groq'

/**
 * Reads the targets that links can have. `$types` are the document types of pages. Sorted, so that results are equal
 * if nothing changed.
 */
export const LINK_TARGETS_QUERY = defineQuery(`{
  "types": array::unique(*[_type in $types] | order(_type asc)._type),
  "slugs": *[_type in $types && defined(slug.current)] | order(_id asc){
    _type,
    "slug": slug.current
  },
  "keys": *[_type == "affiliateProgramme" && defined(key)] | order(_id asc).key,
  "listed": *[_type == "affiliatesPage"][0].programmes[]->key,
  "redirects": *[_type == "redirect" && defined(from) && defined(to)] | order(_id asc){from, to}
}`)

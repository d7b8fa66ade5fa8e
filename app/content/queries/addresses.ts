import { defineQuery } from 'groq'

/** Decides whether an address leads anywhere. `$types` are those of `typesWithAddress`. */
export const ADDRESSES_QUERY = defineQuery(`{
  "redirects": *[_type == "redirect" && defined(from) && defined(to)].from,
  "slugs": *[_type in $types && defined(slug.current)].slug.current,
  "keys": *[_type == "affiliateProgramme" && defined(key)].key
}`)

import { defineQuery } from 'groq'

/** Reads the addresses that exist in the content. `$types` is `typesWithAddress`. */
export const ADDRESSES_QUERY = defineQuery(`{
  "pages": *[_type == "page" && defined(slug.current)].slug.current,
  "slugs": *[_type in $types && defined(slug.current)].slug.current,
  "keys": *[_type == "affiliateProgramme" && defined(key)].key
}`)

import { defineQuery } from 'groq'

/** What decides whether an address leads anywhere: where redirects start, and how pages are called. */
export const ADDRESSES_QUERY = defineQuery(`{
  "redirects": *[_type == "redirect" && defined(from) && defined(to)].from,
  "slugs": *[_type in ["servicePage", "featurePage", "legalPage"] && defined(slug.current)].slug.current,
  "keys": *[_type == "affiliateProgramme" && defined(key)].key
}`)

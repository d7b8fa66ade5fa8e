import { defineQuery } from 'groq'
import { link } from './fragments.ts'

/**
 * Reads the documents that have pages. `$types` is `pageTypes`. A program that the affiliates page does not list has no
 * page of its own.
 */
export const ADDRESSES_QUERY = defineQuery(`
  *[_type in $types && coalesce(language, "en") == "en"] | order(_type desc, order asc, slug.current asc){
    _type,
    "slug": slug.current,
    key,
    "languages": ["en", ...*[_type == "translation.metadata" && references(^._id)][0]
      .translations[language != "en" && value->language == language].language],
    "changed": _updatedAt,
    "unlisted": unlisted == true || noindex == true || _type == "affiliateProgram"
      && !(_id in *[_type == "affiliatesPage" && _id == "affiliatesPage"][0].programs[]._ref)
  }
`)

/** Reads all redirects. Of several with the same start, the first one counts. */
export const REDIRECTS_QUERY = defineQuery(`
  *[_type == "redirect" && defined(from)] | order(_id) {from, ${link}, temporary}
`)

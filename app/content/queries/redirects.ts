import { defineQuery } from 'groq'

/** Reads all redirects with a target. Of several with the same start, the first one counts. */
export const REDIRECTS_QUERY = defineQuery(`
  *[_type == "redirect" && defined(to)] | order(_id) {from, to, temporary}
`)

import { defineQuery } from 'groq'

/** All redirects that lead somewhere; the first of several with the same start counts. */
export const REDIRECTS_QUERY = defineQuery(`
  *[_type == "redirect" && defined(to)] | order(_id) {from, to, temporary}
`)

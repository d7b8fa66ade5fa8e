import { defineQuery } from 'groq'
import { redirectTarget } from './fragments.ts'

/** Reads all redirects with a target. Of several with the same start, the first one counts. */
export const REDIRECTS_QUERY = defineQuery(`
  *[_type == "redirect" && defined(from)] | order(_id) {from, ${redirectTarget}, temporary}
`)

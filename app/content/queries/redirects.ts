import { defineQuery } from 'groq'

/** The redirect that starts at $path, with or without a slash at its end. */
export const REDIRECT_QUERY = defineQuery(`
  *[_type == "redirect" && from in [$path, $path + "/"] && defined(to)][0]{to, temporary}
`)

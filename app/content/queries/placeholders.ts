import { defineQuery } from 'groq'

/** What `app/content/placeholders.ts` looks at, to tell staff in preview of what still stands in for the real. */
export const PLACEHOLDERS_QUERY = defineQuery(`{
  "settings": *[_type == "siteSettings"][0]{
    "phone": contact.phone.number,
    "socialLinks": socialLinks[]{url}
  },
  "legal": *[_type == "legalPage"]{_id, "words": body[].children[].text}
}`)

import { defineQuery } from 'groq'

/** Reads the content that may contain placeholders (app/content/placeholders.ts). Staff see them in preview. */
export const PLACEHOLDERS_QUERY = defineQuery(`{
  "settings": *[_type == "siteSettings"][0]{
    "phone": contact.phone.number,
    "socialLinks": socialLinks[]{url}
  },
  "legal": *[_type == "legalPage"]{_id, "words": body[].children[].text}
}`)

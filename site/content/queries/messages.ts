import { defineQuery } from 'groq'
import { translated } from './fragments.ts'

/**
 * Reads the texts of automatic messages to applicants in a language, and what the frame of every message shows. A text
 * without a translation is in English.
 */
export const MESSAGES_QUERY = defineQuery(`{
  "site": *[_type == "siteSettings" && _id == "siteSettings"][0]{
    name,
    identity{legalName, address}
  },
  "messages": *[_type == "mailMessage" && _id == "message-" + kind]{
    "kind": coalesce(kind, ""),
    "text": ${translated('mailMessage')}{
      _id,
      "language": coalesce(language, "en"),
      "subject": coalesce(subject, ""),
      preheader,
      "body": coalesce(body, []),
      "reason": coalesce(reason, "")
    }
  }
}`)

import { defineQuery } from 'groq'

/** Reads the texts of automatic messages to applicants, and what the frame of every message shows. */
export const MESSAGES_QUERY = defineQuery(`{
  "site": *[_type == "siteSettings"][0]{
    name,
    identity{legalName, address},
    "words": *[_type == "words"][0].mail
  },
  "messages": *[_type == "mailMessage" && _id == "message-" + kind]{
    "kind": coalesce(kind, ""),
    "subject": coalesce(subject, ""),
    preheader,
    "body": coalesce(body, []),
    "reason": coalesce(reason, "")
  }
}`)

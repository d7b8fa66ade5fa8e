import * as z from 'zod'
import { permissions } from './permissions.ts'

export const person = z.object({ id: z.string(), name: z.string() })

/** Staff members who can own a lead. */
export const people = z.object({ people: z.array(person) })

/** The signed-in staff member and their permissions. */
export const me = person.extend({
  roles: z.array(z.string()),
  permissions: z.array(z.enum(permissions)),
})
export type Me = z.infer<typeof me>

export const savedView = z.object({
  id: z.string(),
  name: z.string().trim().min(1).max(100),
  /** Query parameters of the Leads tool's URL, such as `form=waitlist&status=new`. */
  query: z.string().max(12_000),
})
export type SavedView = z.infer<typeof savedView>
export const newSavedView = savedView.pick({ name: true, query: true }).strict()
export const savedViews = z.object({ views: z.array(savedView) })

/** A link that shows drafts to anyone who has it. Times are in ISO 8601. */
const previewLink = z.object({
  id: z.string(),
  owner: person,
  path: z.string(),
  created: z.string(),
  expires: z.string(),
  /** Time of the last use; null if never used. */
  used: z.string().nullable(),
})
export type PreviewLink = z.infer<typeof previewLink>
export const previewLinks = z.object({ links: z.array(previewLink) })

/** Which messages about new leads the caller wants. */
export const noticeChoice = z.strictObject({
  mode: z.enum(['off', 'each', 'hourly', 'daily']),
})
/** The same, with the address of the caller's account, to which they go; empty if it has none. */
export const notice = noticeChoice.extend({ email: z.string() })
export type Notice = z.infer<typeof notice>

import * as z from 'zod'
import { leadDetail } from './lead.ts'

/** The body of an error response, with any status from 400 on. */
export const problem = z.object({
  error: z.string(),
  /** With status 403: the request works after the user has entered the password again. */
  type: z.literal('reauthenticate').optional(),
  /** Errors in the request: the name of a parameter, or the path to a value. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** With status 409: the lead's current state after another user's change. */
  lead: leadDetail.optional(),
})
export type Problem = z.infer<typeof problem>

import * as z from 'zod'
import { leadSummary } from './leads.ts'
import { person } from './staff.ts'

/** An event in a lead's history, such as a delivery or a change, and the person who caused it. */
const leadEvent = z.object({
  at: z.string(),
  action: z.string(),
  by: person.nullable(),
  /** Details of the event: `{ from: 'new', to: 'contacted' }`, `{ error: '503' }`. */
  detail: z.record(z.string(), z.unknown()),
})

export const leadNote = z.object({
  id: z.string(),
  text: z.string(),
  by: person,
  createdAt: z.string(),
})

export const leadDetail = leadSummary.extend({
  fields: z.array(z.object({ key: z.string(), label: z.string(), value: z.string() })),
  /** The visitor's first touch; empty if unknown. */
  firstTouch: z.record(z.string(), z.string()),
  attempts: z.int(),
  nextAttemptAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  lastError: z.string().nullable(),
  history: z.array(leadEvent),
  noteList: z.array(leadNote),
  /** Id of the person who applied; null for spam, and until the lead is processed. */
  applicant: z.string().nullable(),
  /** The decisions about which a message was queued that is sent, or still can be. */
  announced: z.array(z.string()),
})
export type LeadDetail = z.infer<typeof leadDetail>

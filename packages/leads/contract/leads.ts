import * as z from 'zod'
import { person } from './staff.ts'

/** States of the work on a lead. */
export const leadStatuses = ['new', 'contacted', 'accepted', 'declined'] as const
/** States of the delivery of a lead. */
export const deliveries = ['stored', 'pending', 'delivered', 'exhausted', 'erased'] as const
const leadSorts = ['newest', 'oldest', 'name', 'email'] as const

/** Value of the owner filter that matches leads without an owner. */
export const nobody = 'nobody'

const names = z.array(z.string().max(300)).max(50)
/** A time in ISO 8601 and UTC. */
const instant = z.iso.datetime({ offset: true })

/** Filters leads; an absent property matches all leads. A property with several values matches any of them. */
export const leadFilter = z.strictObject({
  /**
   * Words or beginnings of words, all of which must occur in the lead, in any field or note. Matches other spellings
   * of names, and phone numbers in any notation.
   */
  q: z.string().max(10_000).optional(),
  form: names.optional(),
  status: z.array(z.enum(leadStatuses)).optional(),
  /** Labels of chosen options: interests, services, or types of business. */
  topic: names.optional(),
  /** The visitor's source: `utm_source`, or the referring host, or `direct`. */
  source: names.optional(),
  campaign: names.optional(),
  /** Codes of the languages in which visitors used the form, such as `ar`; `en` is English. */
  language: names.optional(),
  delivery: z.array(z.enum(deliveries)).optional(),
  /** Ids of staff members, or `nobody`. */
  owner: names.optional(),
  from: instant.optional(),
  /** End of the period, exclusive. */
  to: instant.optional(),
  /** If true, only spam; otherwise everything except spam. */
  spam: z.boolean().optional(),
})
export type LeadFilter = z.infer<typeof leadFilter>

export const leadQuery = leadFilter.extend({
  sort: z.enum(leadSorts).default('newest'),
  /** The cursor for this page, which is `next` of the previous page. */
  after: z.string().max(1_000).optional(),
  limit: z.int().min(1).max(200).default(50),
})
export type LeadQuery = z.infer<typeof leadQuery>

export const leadSummary = z.object({
  id: z.string(),
  form: z.string(),
  name: z.string(),
  email: z.string(),
  createdAt: z.string(),
  source: z.string(),
  campaign: z.string(),
  language: z.string(),
  status: z.enum(leadStatuses),
  delivery: z.enum(deliveries),
  /** Whether a mail server refused the person's address permanently. */
  bounced: z.boolean(),
  owner: person.nullable(),
  spam: z.boolean(),
  /** Time at which the application was confirmed by its own link; null until then. */
  confirmedAt: z.string().nullable(),
  notes: z.int(),
  /** Increases by one with each change by staff. */
  revision: z.int(),
})
export type LeadSummary = z.infer<typeof leadSummary>

export const leadPage = z.object({
  leads: z.array(leadSummary),
  /** The cursor of the next page; null at the end. */
  next: z.string().nullable(),
  total: z.int(),
  /** Whether there are more leads than `total`, at which counting stopped. */
  totalIsMore: z.boolean(),
})
export type LeadPage = z.infer<typeof leadPage>

/** Shows whether anything has changed: `version` increases with each new lead and each change. */
export const changes = z.object({ version: z.int() })

/**
 * Leads that the form endpoint has not accepted yet: how many are pending, since when, and how many are exhausted.
 */
export const backlog = z.object({
  pending: z.int(),
  oldestPending: z.string().nullable(),
  exhausted: z.int(),
})
export type Backlog = z.infer<typeof backlog>

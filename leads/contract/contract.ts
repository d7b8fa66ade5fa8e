import * as z from 'zod'
import { permissions } from './permissions.ts'

/**
 * What staff ask about leads and what they are told: the shapes that the API behind the Studio's
 * Leads tool takes and gives, and that its OpenAPI description is made of.
 */

const leadStatuses = ['new', 'contacted', 'accepted', 'declined'] as const
const deliveries = ['stored', 'pending', 'delivered', 'exhausted', 'erased'] as const
const leadSorts = ['newest', 'oldest', 'name', 'email'] as const
export const exportFormats = ['csv', 'ndjson', 'xlsx'] as const

/** Nobody's leads, as an owner to filter by. */
export const nobody = 'nobody'

const names = z.array(z.string().max(300)).max(50)
/** ISO 8601 in UTC. */
const instant = z.iso.datetime({ offset: true })

/** Which leads are meant; an absent part leaves nothing out. Of several values any may be true. */
const leadFilter = z.strictObject({
  /**
   * Words or beginnings of words, all of which have to occur in the lead, in any field or note; names in other
   * spellings, and phone numbers however they are written, count as the same.
   */
  q: z.string().max(10_000).optional(),
  form: names.optional(),
  status: z.array(z.enum(leadStatuses)).optional(),
  /** What was chosen: an interest, a service or a type of business, by its label. */
  topic: names.optional(),
  /** Where the visitor came from: `utm_source`, else the referring host, else `direct`. */
  source: names.optional(),
  campaign: names.optional(),
  delivery: z.array(z.enum(deliveries)).optional(),
  /** Ids of people, or `nobody`. */
  owner: names.optional(),
  from: instant.optional(),
  /** Excluded. */
  to: instant.optional(),
  /** Spam is shown by itself: absent or false, spam is left out; true, nothing else is shown. */
  spam: z.boolean().optional(),
})
export type LeadFilter = z.infer<typeof leadFilter>

export const leadQuery = leadFilter.extend({
  sort: z.enum(leadSorts).default('newest'),
  /** What the page before gave as `next`. */
  after: z.string().max(1_000).optional(),
  limit: z.int().min(1).max(200).default(50),
})
export type LeadQuery = z.infer<typeof leadQuery>

const person = z.object({ id: z.string(), name: z.string() })

const leadSummary = z.object({
  id: z.string(),
  form: z.string(),
  name: z.string(),
  email: z.string(),
  createdAt: z.string(),
  source: z.string(),
  campaign: z.string(),
  status: z.enum(leadStatuses),
  delivery: z.enum(deliveries),
  owner: person.nullable(),
  spam: z.boolean(),
  notes: z.int(),
  /** Grows by one with each change that staff make. */
  revision: z.int(),
})
export type LeadSummary = z.infer<typeof leadSummary>

export const leadPage = z.object({
  leads: z.array(leadSummary),
  /** Asks for the page after this; null at the end. */
  next: z.string().nullable(),
  total: z.int(),
  /** Whether there are more than `total`, which counting stopped at. */
  totalIsMore: z.boolean(),
  /** Leads that filters and search can't find yet, since they are still being indexed. */
  unindexed: z.int(),
})
export type LeadPage = z.infer<typeof leadPage>

/** What became of a lead, the oldest first: received, delivered, changed and by whom. */
const leadEvent = z.object({
  at: z.string(),
  action: z.string(),
  by: person.nullable(),
  /** What about it: `{ from: 'new', to: 'contacted' }`, `{ error: '503' }`. */
  detail: z.record(z.string(), z.unknown()),
})

const leadNote = z.object({
  id: z.string(),
  text: z.string(),
  by: person,
  createdAt: z.string(),
})

export const leadDetail = leadSummary.extend({
  fields: z.array(z.object({ key: z.string(), label: z.string(), value: z.string() })),
  /** How the visitor came here first; empty where that is not known. */
  firstTouch: z.record(z.string(), z.string()),
  attempts: z.int(),
  nextAttemptAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  lastError: z.string().nullable(),
  history: z.array(leadEvent),
  noteList: z.array(leadNote),
})
export type LeadDetail = z.infer<typeof leadDetail>

/** Changes a lead as it was at a revision; when it has another by now, nothing is changed. */
export const leadChange = z.strictObject({
  revision: z.int(),
  status: z.enum(leadStatuses).optional(),
  /** A person's id, or null for nobody. */
  owner: z.string().max(200).nullable().optional(),
})
export type LeadChange = z.infer<typeof leadChange>

export const newNote = z.strictObject({ text: z.string().trim().min(1).max(10_000) })

/** Changes many at once: those named, or all that a filter finds. */
export const bulkChange = z.strictObject({
  ids: z.array(z.string().max(100)).max(10_000).optional(),
  filter: leadFilter.optional(),
  status: z.enum(leadStatuses).optional(),
  owner: z.string().max(200).nullable().optional(),
  replay: z.boolean().optional(),
})
export type BulkChange = z.infer<typeof bulkChange>

export const bulkResult = z.object({ changed: z.int() })

/** Erases everything about an address; the address again, typed by a person, confirms it. */
export const erasure = z.strictObject({
  email: z.string().max(300),
  confirm: z.string().max(300),
  /** Whether the address is replaced by `[erased]` in other leads' fields and notes. */
  mentions: z.enum(['keep', 'redact']).default('keep'),
})
export const erased = z.object({
  erased: z.int(),
  /** Other leads in which the address was replaced. */
  redacted: z.int(),
  remaining: z.string(),
})
export type Erased = z.infer<typeof erased>

/** Where an address stands besides in leads with it: in other leads, and in saved views, which go with it. */
export const mentions = z.object({
  leads: z.array(
    z.object({
      id: z.string(),
      form: z.string(),
      /** Keys of fields. */
      fields: z.array(z.string()),
      /** Ids of notes. */
      notes: z.array(z.string()),
    }),
  ),
  /** Whether there are more leads than are listed. */
  more: z.boolean(),
  views: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type Mentions = z.infer<typeof mentions>

/** Which leads an export has: those with these ids, or all that the rest of the filter finds. */
const exportFilter = leadFilter.extend({
  ids: z.array(z.string().max(100)).min(1).max(10_000).optional(),
})
export type ExportFilter = z.infer<typeof exportFilter>

export const exportRequest = z.strictObject({
  format: z.enum(exportFormats),
  filter: exportFilter,
})

/** Where the file is fetched from, once and within a minute. */
export const exportTicket = z.object({ url: z.string() })

/** Whose leads are asked for; everything that is kept about the address is answered. */
export const addressQuery = z.strictObject({ email: z.string().max(300) })

/** A count of a value, in the charts. */
const counted = z.object({ value: z.string(), leads: z.int() })

export const figuresQuery = z.strictObject({
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  form: z.string().max(100).optional(),
})
export type FiguresQuery = z.infer<typeof figuresQuery>

export const figures = z.object({
  days: z.array(z.object({ day: z.string(), form: z.string(), leads: z.int() })),
  interests: z.array(counted),
  services: z.array(counted),
  businessTypes: z.array(counted),
  cities: z.array(counted),
  sources: z.array(counted),
  campaigns: z.array(counted),
  /** Leads by the time until the endpoint had accepted them, in seconds: at most `upTo`. */
  timeToDeliver: z.array(z.object({ upTo: z.number().nullable(), leads: z.int() })),
  statuses: z.array(counted),
  /** Of all leads in the period. */
  total: z.int(),
  contacted: z.int(),
})
export type Figures = z.infer<typeof figures>

/** A step of the way from a page to an accepted lead, by campaign. */
export const funnel = z.object({
  campaigns: z.array(
    z.object({
      campaign: z.string(),
      seen: z.int(),
      opened: z.int(),
      stored: z.int(),
      contacted: z.int(),
      accepted: z.int(),
    }),
  ),
})
export type Funnel = z.infer<typeof funnel>

export const savedView = z.object({
  id: z.string(),
  name: z.string().trim().min(1).max(100),
  /** The tool's address parameters, such as `form=waitlist&status=new`. */
  query: z.string().max(12_000),
  shared: z.boolean(),
  owner: person,
})
export type SavedView = z.infer<typeof savedView>
export const newSavedView = savedView.pick({ name: true, query: true, shared: true }).strict()
export const savedViews = z.object({ views: z.array(savedView) })

/** A link that shows drafts to anyone who has it. Times are ISO 8601. */
const previewLink = z.object({
  id: z.string(),
  owner: person,
  path: z.string(),
  created: z.string(),
  expires: z.string(),
  /** When it was last used; null if it never was. */
  used: z.string().nullable(),
})
export type PreviewLink = z.infer<typeof previewLink>
export const previewLinks = z.object({ links: z.array(previewLink) })

/** Days after which leads of a form are erased; null keeps them. */
export const retention = z.strictObject({
  forms: z
    .array(
      z.strictObject({
        form: z.string().max(300),
        days: z.int().min(1).max(36_500).nullable(),
      }),
    )
    .max(100),
})
export type Retention = z.infer<typeof retention>

/** Who asks, and what they may. */
export const me = person.extend({ role: z.string(), permissions: z.array(z.enum(permissions)) })
export type Me = z.infer<typeof me>

/** Whom a lead can be given to. */
export const people = z.object({ people: z.array(person) })

/** Tells whether anything has changed: `version` grows with each lead and each change. */
export const changes = z.object({ version: z.int(), newLeads: z.int() })

/** How many leads the form endpoint has yet to accept, since when, and how many are no longer sent. */
export const backlog = z.object({
  pending: z.int(),
  oldestPending: z.string().nullable(),
  exhausted: z.int(),
})
export type Backlog = z.infer<typeof backlog>

const auditEntry = z.object({
  seq: z.int(),
  at: z.string(),
  by: person,
  action: z.string(),
  lead: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
})
export const auditPage = z.object({
  entries: z.array(auditEntry),
  next: z.int().nullable(),
})
export type AuditPage = z.infer<typeof auditPage>
export const auditQuery = z.strictObject({
  /** What the page before gave as `next`. */
  before: z.int().optional(),
  /** Of one lead alone. */
  lead: z.string().max(100).optional(),
  limit: z.int().min(1).max(200).default(50),
})

/** Why there is no other answer, with any status from 400 on. */
export const problem = z.object({
  error: z.string(),
  /** With status 403: it can be done once the password was given again. */
  type: z.literal('reauthenticate').optional(),
  /** What is wrong with the request: the name of a parameter, or the path to a value. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** With status 409: the lead as somebody else has left it. */
  lead: leadDetail.optional(),
})
export type Problem = z.infer<typeof problem>

/** What operators have set up, as far as a launch needs it; no secret is in it. Times are ISO 8601. */
export const launchFacts = z.object({
  /** The public address; null where none is set. */
  siteUrl: z.string().nullable(),
  /** How many proxies are believed. */
  proxies: z.int(),
  /** The host that leads are delivered to; null where they are stored only. */
  endpoint: z.object({ host: z.string(), signed: z.boolean() }).nullable(),
  backup: z.object({ last: z.string().nullable(), failed: z.string().nullable() }),
  drill: z.object({ last: z.string().nullable(), failed: z.string().nullable() }),
  /** How many people may do everything; null where Sanity knows. */
  administrators: z.int().nullable(),
})
export type LaunchFacts = z.infer<typeof launchFacts>

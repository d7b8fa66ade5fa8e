import * as z from 'zod'
import { permissions } from './permissions.ts'

/**
 * Shapes of the requests and responses of the API behind the Studio's Leads tool. The API's OpenAPI description is
 * generated from these shapes.
 */

const leadStatuses = ['new', 'contacted', 'accepted', 'declined'] as const
/** States of the delivery of a lead. */
export const deliveries = ['stored', 'pending', 'delivered', 'exhausted', 'erased'] as const
const leadSorts = ['newest', 'oldest', 'name', 'email'] as const
/** File formats of exports: for spreadsheets, with labels in words, and for programs, with the names of fields. */
export const exportFormats = ['csv', 'xlsx', 'raw-csv', 'ndjson'] as const

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

export const person = z.object({ id: z.string(), name: z.string() })

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

/** Changes a lead at a known revision. If the lead has another revision by then, nothing is changed. */
export const leadChange = z.strictObject({
  revision: z.int(),
  status: z.enum(leadStatuses).optional(),
  /** A staff member's id, or null for no owner. */
  owner: z.string().max(200).nullable().optional(),
})
export type LeadChange = z.infer<typeof leadChange>

export const newNote = z.strictObject({ text: z.string().trim().min(1).max(10_000) })

/** Changes many leads: those with the given ids, or all that match a filter. */
export const bulkChange = z.strictObject({
  ids: z.array(z.string().max(100)).max(10_000).optional(),
  filter: leadFilter.optional(),
  status: z.enum(leadStatuses).optional(),
  owner: z.string().max(200).nullable().optional(),
  replay: z.boolean().optional(),
})
export type BulkChange = z.infer<typeof bulkChange>

export const bulkResult = z.object({ changed: z.int() })

/** Erases all data about an email address. `confirm` repeats the address, typed by the user. */
export const erasure = z.strictObject({
  email: z.string().max(300),
  confirm: z.string().max(300),
  /** Whether `[erased]` replaces the address in the fields and notes of other leads. */
  mentions: z.enum(['keep', 'redact']).default('keep'),
})
export const erased = z.object({
  erased: z.int(),
  /** Number of other leads in which the address was replaced. */
  redacted: z.int(),
  remaining: z.string(),
})
export type Erased = z.infer<typeof erased>

/** Mentions of an address outside its own leads: in other leads, and in saved views, which are deleted with it. */
export const mentions = z.object({
  leads: z.array(
    z.object({
      id: z.string(),
      form: z.string(),
      /** Keys of fields that mention the address; `messages` for the messages to the person. */
      fields: z.array(z.string()),
      /** Ids of notes that mention the address. */
      notes: z.array(z.string()),
    }),
  ),
  /** Whether more leads mention the address than are listed. */
  more: z.boolean(),
  views: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type Mentions = z.infer<typeof mentions>

/** Selects the leads to export: those with these ids, or all that match the rest of the filter. */
const exportFilter = leadFilter.extend({
  ids: z.array(z.string().max(100)).min(1).max(10_000).optional(),
})
export type ExportFilter = z.infer<typeof exportFilter>

export const exportRequest = z.strictObject({
  format: z.enum(exportFormats),
  filter: exportFilter,
})

/** The URL of an export file. It works once, within a minute. */
export const exportTicket = z.object({ url: z.string() })

/** Requests everything that is stored about an email address. */
export const addressQuery = z.strictObject({ email: z.string().max(300) })

/** A value and the number of leads that have it, for the charts. */
const counted = z.object({ value: z.string(), leads: z.int() })

export const leadMetricsQuery = z.strictObject({
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  form: z.string().max(100).optional(),
})
export type LeadMetricsQuery = z.infer<typeof leadMetricsQuery>

export const leadMetrics = z.object({
  days: z.array(z.object({ day: z.string(), form: z.string(), leads: z.int() })),
  interests: z.array(counted),
  services: z.array(counted),
  businessTypes: z.array(counted),
  cities: z.array(counted),
  sources: z.array(counted),
  campaigns: z.array(counted),
  languages: z.array(counted),
  /** Number of leads by the seconds until the endpoint accepted them, at most `upTo`; null without an endpoint. */
  timeToDeliver: z.array(z.object({ upTo: z.number().nullable(), leads: z.int() })).nullable(),
  statuses: z.array(counted),
  /** Total number of leads in the period. */
  total: z.int(),
  contacted: z.int(),
})
export type LeadMetrics = z.infer<typeof leadMetrics>

/** Numbers of the steps from a page view to an accepted lead, by campaign. */
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

/** The signed-in staff member and their permissions. */
export const me = person.extend({
  roles: z.array(z.string()),
  permissions: z.array(z.enum(permissions)),
})
export type Me = z.infer<typeof me>

/** Staff members who can own a lead. */
export const people = z.object({ people: z.array(person) })

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

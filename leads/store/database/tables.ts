import type { Generated, Insertable, Selectable } from 'kysely'
import type { LeadState } from '../../lead.ts'

/** The table `lead`. Times are ISO 8601 in UTC, which sorts as text. */
interface LeadTable {
  id: string
  form: string
  /** The JSON that is sent, byte for byte. */
  payload: string
  fingerprint: string
  /** 1 for spam, else 0. Spam and real leads never count as the same. */
  spam: number
  state: LeadState
  /** Tries of the schedule so far; those that a visitor's repetition caused don't count. */
  attempts: number
  next_attempt_at: string | null
  /** Who is sending it; nobody else may until `lease_until`. */
  lease_owner: string | null
  lease_until: string | null
  last_error: string | null
  created_at: string
  delivered_at: string | null
  /** One of `leadStatuses`. */
  status: Generated<string>
  /** The id of the person who takes care of it. */
  owner: Generated<string | null>
  /** Grows by one with each change that staff make. */
  revision: Generated<number>
  /** When it first had that status. */
  contacted_at: Generated<string | null>
  accepted_at: Generated<string | null>
  /** JSON of a `FirstTouch`. */
  first_touch: Generated<string | null>
}

/** A row of `lead`. */
export type LeadRow = Selectable<LeadTable>

/** A row of `lead`, as it is added. */
export type NewLeadRow = Insertable<LeadTable>

/** The tables of the lead store, in SQLite and PostgreSQL alike. */
export interface LeadTables {
  lead: LeadTable
  lead_note: {
    id: string
    lead_id: string
    author: string
    author_name: string
    text: string
    created_at: string
  }
  lead_saved_view: {
    id: string
    owner: string
    owner_name: string
    name: string
    query: string
    /** 1 where everybody sees it, else 0. */
    shared: number
  }
  /** Exports that were asked for. */
  lead_export_ticket: {
    hash: string
    actor: string
    actor_name: string
    format: string
    /** JSON. */
    filter: string
    expires_at: string
  }
  lead_retention: { form: string; days: number }
  lead_audit: {
    seq: number
    at: string
    actor: string
    actor_name: string
    action: string
    lead_id: string | null
    /** JSON. */
    detail: string
    hash: string
  }
  /** Links that show drafts; each is signed with a key that is not in the database. */
  lead_preview_link: {
    id: string
    owner: string
    owner_name: string
    path: string
    created_at: string
    expires_at: string
    used_at: string | null
  }
  /** Leads whose entry in the index is missing or old; `changes` grows with each change. */
  lead_to_index: { lead_id: string; changes: Generated<number> }
  /** One row: `version` grows with each lead that is indexed. */
  lead_index: { id: number; version: number }
  /** Leads by form and quarter of an hour, or day where that is long ago; spam left out. */
  lead_counter: { form: string; quarter: string; slot: number; leads: number }
  /** Pages that were seen and forms that were opened, by hour and campaign. */
  lead_visit: { hour: string; page: string; campaign: string; seen: number; opened: number }
  /** One row, written to find out whether anything can be. */
  lead_store_check: { id: number; checked_at: string }
  /**
   * The index of leads, on SQLite in `leads-index.db`, to which the other tables are attached: a row for each lead,
   * numbered in the order in which they came.
   */
  lead_entry: {
    seq: number
    lead_id: string
    created_at: string
    /** Folded, to sort by. */
    name: string
    email: string
    /** JSON of `Counted`. */
    facets: string
    /** The version of the code that made the row. */
    format: number
    /** On PostgreSQL, a `tsvector`; on SQLite, `lead_terms` has them. */
    terms: Generated<string>
  }
  /** When the leads of a chunk of numbers came. */
  lead_chunk: { chunk: number; first_at: string; last_at: string }
  /** Leads by day, and by month, form, and facet. */
  lead_figure: { facet: string; day: string; form: string; value: string; leads: number }
  /** SQLite alone: which state of `leads.db` was indexed, and how many erased leads are still in free space. */
  index_state: { id: Generated<number>; version: number; previous: number; unforgotten: number }
}

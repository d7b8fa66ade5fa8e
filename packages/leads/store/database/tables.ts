import type { Generated, Insertable, Kysely, Selectable } from 'kysely'
import type { LeadState } from '../../lead.ts'
import type { ApplicantTable, MessageTable, NoticeTable, WaveTable } from './mail-tables.ts'

/** The table `lead`. Times are ISO 8601 in UTC, which sorts as text. */
interface LeadTable {
  /** Number in the order of arrival. */
  seq: Generated<number>
  id: string
  form: string
  /** The JSON to deliver, byte for byte. */
  payload: string
  fingerprint: string
  /** 1 for spam, otherwise 0. Spam and other leads never count as duplicates of each other. */
  spam: number
  state: LeadState
  /** Number of scheduled attempts. Attempts that repeated submissions cause are not counted. */
  attempts: number
  next_attempt_at: string | null
  /** The sender that holds the lease. No other sender may deliver the lead until `lease_until`. */
  lease_owner: string | null
  lease_until: string | null
  last_error: string | null
  created_at: string
  delivered_at: string | null
  /** One of `leadStatuses`. */
  status: Generated<string>
  /** Id of the staff member who owns the lead. */
  owner: Generated<string | null>
  /** Increases by one with each change by staff. */
  revision: Generated<number>
  /** Time at which the lead first had that status. */
  contacted_at: Generated<string | null>
  accepted_at: Generated<string | null>
  /** JSON of a `FirstTouch`. */
  first_touch: Generated<string | null>
  /** Id of the applicant who sent the lead; null until the lead is answered. */
  applicant_id: Generated<string | null>
  /** Time at which this application was confirmed by its own link; null until then. */
  confirmed_at: Generated<string | null>
  /** The folded name, for sorting and comparing. The columns up to `topics` are derived from the content. */
  name: Generated<string>
  /** The address as `emailKey` returns it, by which a person's leads are found. */
  email: Generated<string>
  /** The national digits of the phone number, or '' without one. */
  phone: Generated<string>
  city: Generated<string>
  source: Generated<string>
  campaign: Generated<string>
  /** JSON of `Topics`. */
  topics: Generated<string>
  /** The code of the language in which the visitor used the form, such as `ar`; `en` is English. */
  language: Generated<string>
  /** The code of the referral link of the submission that was confirmed, or of the first one until then. */
  referral_code: Generated<string | null>
}

/** A row of `lead`. */
export type LeadRow = Selectable<LeadTable>

/** A new row of `lead`. */
export type NewLeadRow = Insertable<LeadTable>

/** The tables of the lead store, on SQLite and PostgreSQL. */
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
    name: string
    query: string
  }
  /** Requested exports. */
  lead_export_ticket: {
    hash: string
    actor: string
    actor_name: string
    format: string
    /** JSON of an `ExportFilter`. */
    filter: string
    expires_at: string
  }
  lead_audit: {
    seq: number
    at: string
    actor: string
    actor_name: string
    action: string
    lead_id: string | null
    /** JSON object with the details of the action. */
    detail: string
  }
  /** Links that show drafts. Each is signed with a key that is not in the database. */
  lead_preview_link: {
    id: string
    owner: string
    owner_name: string
    path: string
    created_at: string
    expires_at: string
    used_at: string | null
  }
  /**
   * Submissions that are not answered yet. The message that answers one has its id. `network` is a keyed hash of the
   * sender's network. The first submission of a lead has the lead's id.
   */
  lead_to_answer: {
    id: string
    lead_id: string
    referral_code: string | null
    network: string | null
  }
  lead_applicant: ApplicantTable
  lead_message: MessageTable
  lead_wave: WaveTable
  lead_notice: NoticeTable
  /**
   * One row. `on_hold` is 1 after a restore, until an operator decides about queued mail, `confirmed` is the number of
   * addresses confirmed so far.
   */
  lead_mail: {
    id: number
    on_hold: Generated<number>
    confirmed: Generated<number>
    /** The day in UTC, and the key of that day's hashes of networks. */
    network_day: Generated<string | null>
    network_key: Generated<string | null>
    /** The key of hashes of mailboxes; null until the first. */
    mailbox_key: Generated<string | null>
  }
  /** Number of page views and opened forms, by hour and campaign. */
  lead_visit: { hour: string; page: string; campaign: string; seen: number; opened: number }
  /** One row, which is written to check that the store is writable. */
  lead_store_check: { id: number; checked_at: string }
  /** The words that leads are found by. An FTS5 table on SQLite, where `rowid` is the number of the lead. */
  lead_words: { seq: number; words: string }
  /**
   * Number of leads by day or month, form, and value of a facet; excludes spam. The facet `version` counts changes of
   * leads. The numbers in all slots add up.
   */
  lead_sum: {
    facet: string
    day: string
    form: string
    value: string
    slot: number
    leads: number
  }
}

/** The lead database, or a transaction on it. */
export type LeadDatabase = Kysely<LeadTables>

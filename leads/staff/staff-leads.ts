import type { Readable } from 'node:stream'
import type {
  BulkChange,
  Erased,
  ExportFilter,
  exportFormats,
  Figures,
  FiguresQuery,
  Funnel,
  LeadChange,
  LeadDetail,
  LeadPage,
  LeadQuery,
  Mentions,
  Retention,
  SavedView,
} from '../contract/contract.ts'
import type { Actor } from '../contract/permissions.ts'

type ExportFormat = (typeof exportFormats)[number]

/** An export, and who asks for it. */
export interface WantedExport {
  format: ExportFormat
  filter: ExportFilter
  by: Actor
}

/** What became of a change: done, or the lead as it is by now, which somebody else has changed. */
export type ChangeResult =
  | { outcome: 'changed'; lead: LeadDetail }
  | { outcome: 'conflict'; lead: LeadDetail }
  | { outcome: 'missing' }

/** An export that has begun, and stands in the audit log. */
export interface StartedExport {
  format: ExportFormat
  /** Ends its snapshot of the leads when it is read to its end or destroyed. */
  stream: Readable
  /** Records how it ended. */
  ended(isWhole: boolean): Promise<void>
}

/**
 * What staff do with leads. Who may do what is decided before. Each method that returns personal data records
 * in the audit log who gets it, and rejects when it can't; what changes a lead does so in the same
 * transaction. Reads never keep a submission waiting.
 */
export interface StaffLeads {
  /** @throws CursorError where `after` was not made for this person, filter and sort */
  list(query: LeadQuery, by: Actor): Promise<LeadPage>
  find(id: string, by: Actor): Promise<LeadDetail | undefined>
  change(id: string, change: LeadChange, by: Actor): Promise<ChangeResult>
  addNote(id: string, text: string, by: Actor): Promise<LeadDetail | undefined>
  changeMany(change: BulkChange, by: Actor): Promise<{ changed: number }>
  /** Has the endpoint be tried again at once; undefined when there is nothing to send. */
  replay(id: string, by: Actor): Promise<LeadDetail | undefined>
  /**
   * Empties every lead with this address, with its notes and in every index, and removes saved views that have it.
   *
   * @param mentions whether the address is replaced in other leads' fields and notes; by default it is kept
   */
  erase(email: string, by: Actor, mentions?: 'keep' | 'redact'): Promise<Erased>
  /** Where an address stands besides in leads with it. */
  mentions(email: string, by: Actor): Promise<Mentions>
  /** Everything that is kept about an address, as one JSON text. */
  aboutAddress(email: string, by: Actor): Promise<string>
  /**
   * Uses a ticket up and starts its export: what the filter finds, the oldest first, as one consistent
   * snapshot. Undefined where the ticket is unknown, used or expired, or is somebody else's; of several calls at
   * once one gets the export. When no export can start, the ticket stays good.
   *
   * @param by who asks, where that is known
   */
  export(ticket: string, by: Actor | undefined): Promise<StartedExport | undefined>
  /**
   * Remembers an export that somebody asks for; what it resolves to fetches it once, within a minute,
   * from any process on the same store.
   */
  makeTicket(wanted: WantedExport): Promise<string>
  figures(query: FiguresQuery, by: Actor): Promise<Figures>
  funnel(query: FiguresQuery, by: Actor): Promise<Funnel>
  /** Grows with each lead that was stored or changed. */
  version(): Promise<{ version: number; newLeads: number }>
  views(of: Actor): Promise<SavedView[]>
  saveView(view: Pick<SavedView, 'name' | 'query' | 'shared'>, by: Actor): Promise<SavedView>
  removeView(id: string, by: Actor): Promise<boolean>
  retention(): Promise<Retention>
  setRetention(retention: Retention, by: Actor): Promise<Retention>
}

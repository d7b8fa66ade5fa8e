import type { Readable } from 'node:stream'
import type {
  BulkChange,
  ExportFilter,
  exportFormats,
  Figures,
  FiguresQuery,
  Funnel,
  LeadChange,
  LeadDetail,
  LeadPage,
  LeadQuery,
  Retention,
  SavedView,
} from './contract/contract.ts'
import type { Actor } from './contract/permissions.ts'

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

/**
 * What staff do with leads. Who may do what is decided before; what changes a lead writes into the
 * audit log in the same transaction. Reads never keep a submission waiting.
 */
export interface StaffLeads {
  list(query: LeadQuery): Promise<LeadPage>
  find(id: string): Promise<LeadDetail | undefined>
  change(id: string, change: LeadChange, by: Actor): Promise<ChangeResult>
  addNote(id: string, text: string, by: Actor): Promise<LeadDetail | undefined>
  changeMany(change: BulkChange, by: Actor): Promise<{ changed: number }>
  /** Has the endpoint be tried again at once; undefined when there is nothing to send. */
  replay(id: string, by: Actor): Promise<LeadDetail | undefined>
  /** Empties every lead with this address, with its notes and in every index. */
  erase(email: string, by: Actor): Promise<{ erased: number; remaining: string }>
  /** Everything that is kept about an address, as one JSON text. */
  aboutAddress(email: string, by: Actor): Promise<string>
  /**
   * Returns the leads with the given ids, or all that the filter finds, the oldest first, as one consistent snapshot. The stream ends the snapshot
   * when it is read to its end or destroyed; `rows` counts what was written.
   */
  export(
    format: ExportFormat,
    filter: ExportFilter,
  ): Promise<{ stream: Readable; rows: () => number }>
  /**
   * Remembers an export that somebody asks for; what it resolves to fetches it once, within a minute,
   * from any process on the same store.
   */
  makeTicket(wanted: WantedExport): Promise<string>
  /** What a ticket was made for; undefined where it is none, any more. */
  readTicket(ticket: string): Promise<WantedExport | undefined>
  /** Uses a ticket up. Resolves to whether it was there: of several who ask at once it is for one. */
  takeTicket(ticket: string): Promise<boolean>
  figures(query: FiguresQuery): Promise<Figures>
  funnel(query: FiguresQuery): Promise<Funnel>
  /** Grows with each lead that was stored or changed. */
  version(): Promise<{ version: number; newLeads: number }>
  views(of: Actor): Promise<SavedView[]>
  saveView(view: Pick<SavedView, 'name' | 'query' | 'shared'>, by: Actor): Promise<SavedView>
  removeView(id: string, by: Actor): Promise<boolean>
  retention(): Promise<Retention>
  setRetention(retention: Retention, by: Actor): Promise<Retention>
}

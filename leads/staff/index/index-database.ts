import type { Figures, FiguresQuery, LeadSummary } from '../../contract/contract.ts'
import type { StoredRow } from '../exported-columns.ts'
import type { Search } from './entries/terms.ts'
import type { Span } from './spans.ts'

/** When leads came: ISO 8601 in UTC; `to` is excluded. */
interface Period {
  from?: string | undefined
  to?: string | undefined
}

/** Which leads are meant. */
export interface Wanted extends Period {
  search: Search
}

/** A lead's place in an order. */
export interface Place {
  seq: number
  /** What it is sorted by; absent where that is `seq`. */
  value?: string
}

export type Column = 'name' | 'email'

/** A part of an order: what comes after a place, so many at most. */
export interface Part {
  after?: Place | undefined
  limit: number
}

/** What both databases have to do for a list in their own way. */
export interface Finder {
  /** By `seq`, the order in which leads came. */
  inOrder(wanted: Wanted, order: 'newest' | 'oldest', part: Part): Promise<Place[]>
  /** By what people are called, or their address. */
  sorted(wanted: Wanted, column: Column, part: Part): Promise<Place[]>
  /** How many there are, `bound` at most. */
  count(wanted: Wanted, bound: number): Promise<number>
}

/** Leads are numbered in chunks of so many. */
export const chunkSize = 8_192

/** The number of the chunk that a lead lies in. */
export const chunkOf = (seq: number): number => Math.floor(seq / chunkSize)

/** How many leads have a value of a facet. */
export interface Sum {
  facet: string
  value: string
  leads: number
}

/** The index is not the one any more that the leads know of: it was made anew, and has to be opened again. */
export class OutdatedIndexError extends Error {
  override name = 'OutdatedIndexError'
}

/** The index of leads, on either database. */
export interface IndexDatabase {
  finder: Finder
  /** Leads in a line each, in the order asked for; one that is gone is left out. */
  summaries(seqs: readonly number[]): Promise<LeadSummary[]>
  /** Leads of one consistent snapshot, the oldest first, a part at a time. */
  rows(wanted: Wanted): AsyncGenerator<StoredRow[]>
  /** The same of the leads with these ids. */
  rowsById(ids: readonly string[]): AsyncGenerator<StoredRow[]>
  /** How many leads are still to be indexed. */
  unindexed(): Promise<number>
  /** How many leads have each value of each facet, in spans of days. */
  sums(spans: readonly Span[], form: string | undefined): Promise<Sum[]>
  /** How many leads came on each day. */
  days(query: FiguresQuery): Promise<Figures['days']>
  /** How often pages were seen and forms opened, by campaign. */
  visits(query: FiguresQuery): Promise<{ campaign: string; seen: number; opened: number }[]>
  /** Grows with each lead that was stored or changed, once that can be found. */
  version(): Promise<number>
  /** How many leads were ever stored, spam left out. */
  stored(): Promise<number>
  /**
   * Indexes the leads that have waited for longest, so many at most. Resolves to how many they were: to 0 also
   * while another process indexes in PostgreSQL, to 1 where it only ended what a process had begun in SQLite, as
   * others may wait still.
   *
   * @throws OutdatedIndexError
   */
  index(limit: number): Promise<number>
  /** Whether there is still something of leads that were erased, in free space. */
  hasToForget(): Promise<boolean>
  /** Keeps nothing of it any more, unless somebody reads an older snapshot. */
  forget(): Promise<void>
  close(): Promise<void>
}

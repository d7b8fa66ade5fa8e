import type { Kysely } from 'kysely'
import type { LeadTables } from '../../store/database/tables.ts'

/** Leads are numbered in chunks of so many. */
export const chunkSize = 8_192

/** The index was rebuilt by another process and has to be opened again. */
export class OutdatedIndexError extends Error {
  override name = 'OutdatedIndexError'
}

/** The index of leads, on either database. */
export interface IndexDatabase {
  /** Reads the tables of the index and those of leads. */
  database: Kysely<LeadTables>
  /**
   * Indexes up to `limit` leads that wait for it. Resolves to their number: 0 also while another process indexes
   * in PostgreSQL.
   *
   * @throws OutdatedIndexError
   */
  index(limit: number): Promise<number>
  /**
   * Takes a part of what erased leads left behind out of free space. Resolves to `busy` while somebody reads an
   * older snapshot.
   */
  forget(): Promise<'done' | 'more' | 'busy'>
  close(): Promise<void>
}

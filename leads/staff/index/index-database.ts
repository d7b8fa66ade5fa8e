import type { LeadDatabase } from '../../store/database/tables.ts'

/** Number of leads in a chunk. */
export const chunkSize = 8_192

/** Another process has rebuilt the index. It has to be opened again. */
export class OutdatedIndexError extends Error {
  override name = 'OutdatedIndexError'
}

/** The index of leads, on SQLite or PostgreSQL. */
export interface IndexDatabase {
  /** Reads the tables of the index and of the leads. */
  database: LeadDatabase
  /**
   * Indexes up to `limit` queued leads. Resolves to their number, which is 0 while another process indexes in
   * PostgreSQL.
   *
   * @throws OutdatedIndexError when the index was rebuilt
   */
  index(limit: number): Promise<number>
  /**
   * Removes some of the traces of erased leads from free space. Resolves to `more` if there are others, and to `busy`
   * while another process reads an older snapshot.
   */
  purge(): Promise<'done' | 'more' | 'busy'>
  close(): Promise<void>
}

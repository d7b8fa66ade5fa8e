import type { Kysely } from 'kysely'
import type { LeadTables } from './tables.ts'

/**
 * Runs statements as one transaction, and resolves when it is durable. They may be run again when
 * it fails for another's sake, so they change nothing outside of the database.
 */
export type InTransaction = <T>(work: (within: Kysely<LeadTables>) => Promise<T>) => Promise<T>

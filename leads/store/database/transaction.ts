import type { Kysely } from 'kysely'
import type { LeadTables } from './tables.ts'

/** Runs statements as one transaction, durable when it resolves. They may run again, so they change nothing outside. */
export type InTransaction = <T>(work: (within: Kysely<LeadTables>) => Promise<T>) => Promise<T>

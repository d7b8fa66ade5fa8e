import type { Kysely } from 'kysely'
import type { LeadTables } from './tables.ts'

/**
 * Runs statements in one transaction, which is durable when the promise resolves. May run them again, so they must
 * not have other side effects.
 */
export type InTransaction = <T>(work: (within: Kysely<LeadTables>) => Promise<T>) => Promise<T>

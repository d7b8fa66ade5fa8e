import { pino } from 'pino'
import type { FormDescription } from '../../form-description.ts'
import type { IndexDatabase } from './index-database.ts'

/** Location of the leads, `leads.db` in a folder or PostgreSQL, and the forms of the site. */
export interface LeadSource {
  dataDir: string
  databaseUrl?: string | undefined
  forms: readonly FormDescription[]
}

/**
 * Opens the index of leads. Loads only the driver of the database in use.
 *
 * @throws when the index cannot be opened
 */
export async function openIndex(
  { dataDir, databaseUrl, forms }: LeadSource,
  log = pino({ level: 'silent' }),
): Promise<IndexDatabase> {
  if (databaseUrl === undefined) {
    const { openSqliteIndex } = await import('./sqlite-index.ts')
    return openSqliteIndex(dataDir, forms)
  }
  const { openPostgresIndex } = await import('./postgres-index.ts')
  return openPostgresIndex(databaseUrl, forms, log)
}

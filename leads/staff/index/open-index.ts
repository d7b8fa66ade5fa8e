import { pino } from 'pino'
import type { FormDescription } from '../../form-description.ts'
import type { IndexDatabase } from './index-database.ts'

/** Where leads are, `leads.db` in a folder or PostgreSQL, and what forms they come from. */
export interface LeadSource {
  dataDir: string
  databaseUrl?: string | undefined
  forms: readonly FormDescription[]
}

/** Opens the index of leads. The driver of the other database is not loaded. @throws when it can't be opened */
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

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { FormDescription } from '../../form-description.ts'
import { addLead } from '../../store/add-lead.ts'
import { openDatabase } from '../../store/database/database.ts'
import type { LeadDatabase, NewLeadRow } from '../../store/database/tables.ts'
import { countNew } from '../../store/derived/sums.ts'
import type { StoredLead } from '../../store/stored-lead.ts'
import { testForms } from '../../testing/test-forms.ts'
import { testPostgres } from '../../testing/test-postgres.ts'

const log = pino({ level: 'silent' })

/** Leads in a separate folder or schema; for tests. */
export interface TestDatabase {
  dataDir: string
  databaseUrl: string | undefined
  forms: readonly FormDescription[]
  database: LeadDatabase
  /** Stores leads as a submission does. */
  add(rows: readonly NewLeadRow[]): Promise<void>
  close(): Promise<void>
}

/** The kinds of databases that are available for tests. */
export const databaseKinds: readonly ('SQLite' | 'PostgreSQL')[] = await testPostgres().then(
  async (schema) => {
    await schema?.drop()
    return schema ? ['SQLite', 'PostgreSQL'] : ['SQLite']
  },
)

/** Creates an empty database. */
export async function setUpDatabase(kind: 'SQLite' | 'PostgreSQL'): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leads-'))
  const postgres = kind === 'PostgreSQL' ? await testPostgres() : undefined
  const source = { dataDir, databaseUrl: postgres?.url, forms: testForms }
  const database = await openDatabase({ ...source, log })
  return {
    ...source,
    database,
    async add(rows) {
      await database.transaction().execute(async (within) => {
        for (const row of rows) await addLead(within, row as NewLeadRow & StoredLead, testForms)
        await countNew(within)
      })
    },
    async close() {
      await database.destroy()
      await postgres?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

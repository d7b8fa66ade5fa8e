import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { FormDescription } from '../../form-description.ts'
import { openDatabase } from '../../store/database/database.ts'
import type { LeadDatabase, NewLeadRow } from '../../store/database/tables.ts'
import { queueForIndex } from '../../store/index-queue.ts'
import { testForms } from '../../testing/test-forms.ts'
import { testPostgres } from '../../testing/test-postgres.ts'
import type { IndexDatabase } from '../index/index-database.ts'
import { openIndex } from '../index/open-index.ts'

const log = pino({ level: 'silent' })

/** Leads and their index, in a separate folder or schema; for tests. */
export interface TestIndex {
  dataDir: string
  databaseUrl: string | undefined
  forms: readonly FormDescription[]
  database: LeadDatabase
  index: IndexDatabase
  /** Stores leads as a submission does, but does not count them. */
  add(rows: readonly NewLeadRow[]): Promise<void>
  /** Indexes all queued leads. */
  indexAll(): Promise<void>
  /** Closes the index and opens it again. */
  reopen(): Promise<IndexDatabase>
  close(): Promise<void>
}

/** The kinds of databases that are available for tests. */
export const databaseKinds: readonly ('SQLite' | 'PostgreSQL')[] = await testPostgres().then(
  async (schema) => {
    await schema?.drop()
    return schema ? ['SQLite', 'PostgreSQL'] : ['SQLite']
  },
)

/** Creates an empty database with its index. */
export async function setUpIndex(kind: 'SQLite' | 'PostgreSQL'): Promise<TestIndex> {
  const dataDir = mkdtempSync(join(tmpdir(), 'index-'))
  const postgres = kind === 'PostgreSQL' ? await testPostgres() : undefined
  const source = { dataDir, databaseUrl: postgres?.url, forms: testForms }
  const database = await openDatabase({ ...source, log })
  const test: TestIndex = {
    ...source,
    database,
    index: await openIndex(source),
    async add(rows) {
      await database.transaction().execute(async (within) => {
        for (let at = 0; at < rows.length; at += 100) {
          await within
            .insertInto('lead')
            .values(rows.slice(at, at + 100))
            .execute()
        }
        await queueForIndex(
          within,
          rows.map(({ id }) => id),
        )
      })
    },
    async indexAll() {
      while ((await test.index.index(100)) > 0);
    },
    async reopen() {
      await test.index.close()
      test.index = await openIndex(source)
      return test.index
    },
    async close() {
      await test.index.close()
      await database.destroy()
      await postgres?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return test
}

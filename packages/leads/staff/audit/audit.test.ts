import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClock } from '../../clock.ts'
import { openDatabase } from '../../store/database/database.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { createGroupCommit } from '../../store/group-commit.ts'
import { type TestPostgres, testPostgres } from '../../testing/test-postgres.ts'
import type { AuditLog } from './audit-log.ts'
import { openAuditLog } from './audit-log.ts'

const hasPostgres = await testPostgres().then(async (schema) => {
  await schema?.drop()
  return schema !== undefined
})
const silent = pino({ level: 'silent' })
const by = { id: 'amina', name: 'Amina\0 \ud800' }

describe.each(hasPostgres ? ['SQLite', 'PostgreSQL'] : ['SQLite'])(
  'the audit log in %s',
  (kind) => {
    let dataDir: string
    let postgres: TestPostgres | undefined
    let databases: LeadDatabase[]
    let audit: AuditLog

    async function open(): Promise<AuditLog> {
      const opened = await openDatabase({ dataDir, databaseUrl: postgres?.url, log: silent })
      databases.push(opened)
      const write = createGroupCommit(opened)
      return openAuditLog(
        opened,
        postgres ? (work) => opened.transaction().execute(work) : write,
        createClock(),
      )
    }

    beforeEach(async () => {
      dataDir = mkdtempSync(join(tmpdir(), 'audit-'))
      if (kind === 'PostgreSQL') postgres = await testPostgres()
      databases = []
      audit = await open()
    })
    afterEach(async () => {
      for (const one of databases) await one.destroy()
      await postgres?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    })

    it('returns entries newest first, and numbers those of several writers without gaps', async () => {
      const other = await open()
      await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          (index % 2 ? audit : other).append({
            by,
            action: 'lead.viewed',
            lead: `lead-${index % 4}`,
            detail: { z: 1, a: { index, name: '\0\ud800\u202e' } },
          }),
        ),
      )
      const first = await audit.list({ limit: 30 })
      expect(first).toMatchObject({ next: 11, entries: { length: 30 } })
      expect((await audit.list({ limit: 30, before: 11 })).entries.map(({ seq }) => seq)).toEqual([
        10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
      ])
      expect((await audit.list({ limit: 30, lead: 'lead-1' })).entries).toHaveLength(10)
    })
  },
)

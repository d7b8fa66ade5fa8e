import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClock } from '../../clock.ts'
import { openDatabase } from '../../store/database/database.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { createGroupCommit } from '../../store/group-commit.ts'
import { type TestPostgres, testPostgres } from '../../testing/test-postgres.ts'
import type { AuditLog } from './audit-log.ts'
import { openAuditLog } from './audit-log.ts'
import { headOf, verify } from './chain.ts'
import { readHead, storeHeadPeriodically } from './head-file.ts'

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
    let database: LeadDatabase
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
      database = databases[0] as LeadDatabase
    })
    afterEach(async () => {
      for (const one of databases) await one.destroy()
      await postgres?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    })

    it('returns entries newest first, in one chain with several writers', async () => {
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
      expect(await verify(database)).toMatchObject({ entries: 40, head: { seq: 40 } })
      const first = await audit.list({ limit: 30 })
      expect(first).toMatchObject({ next: 11, entries: { length: 30 } })
      expect((await audit.list({ limit: 30, before: 11 })).entries.map(({ seq }) => seq)).toEqual([
        10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
      ])
      expect((await audit.list({ limit: 30, lead: 'lead-1' })).entries).toHaveLength(10)
    })

    it('reports the first changed or missing entry', async () => {
      const changes: [string, object | undefined][] = [
        ["update lead_audit set actor_name = 'Bilal' where seq = 3", { seq: 3, reason: 'changed' }],
        [
          'update lead_audit set detail = \'{"rows":9}\' where seq = 2',
          { seq: 2, reason: 'changed' },
        ],
        ['delete from lead_audit where seq = 4', { seq: 4, reason: 'missing' }],
        ['delete from lead_audit where seq < 3', { seq: 1, reason: 'missing' }],
        // Nothing follows these entries. Only a stored head shows that they are missing.
        ['delete from lead_audit where seq > 4', undefined],
      ]
      for (let times = 0; times < 5; times++) {
        await audit.append({ by, action: 'leads.exported', detail: { rows: times } })
      }
      const rows = await database.selectFrom('lead_audit').selectAll().execute()
      const head = await headOf(database)
      for (const [change, broken] of changes) {
        await database.transaction().execute(async (within) => {
          await sql.raw(change).execute(within)
        })
        expect((await verify(database)).broken, change).toEqual(broken)
        expect((await verify(database, head ? [head] : [])).broken).toBeDefined()
        await database.deleteFrom('lead_audit').execute()
        await database.insertInto('lead_audit').values(rows).execute()
      }
      expect(await verify(database, head ? [head] : [])).toEqual({ entries: 5, head })
    })

    it('reports deleted or rewritten entries at the end, compared with the stored head', async () => {
      for (let times = 0; times < 3; times++) await audit.append({ by, action: 'lead.viewed' })
      const errors: string[] = []
      const log = pino({ level: 'error' }, { write: (line: string) => errors.push(line) })
      await storeHeadPeriodically(database, dataDir, log).close()
      const kept = await readHead(dataDir)
      expect(kept).toEqual(await headOf(database))
      expect(statSync(join(dataDir, 'audit-head')).mode & 0o777).toBe(0o600)
      expect(errors).toEqual([])

      await database.deleteFrom('lead_audit').where('seq', '>', 1).execute()
      await audit.append({ by, action: 'lead.viewed' })
      expect(await verify(database)).not.toHaveProperty('broken')
      await storeHeadPeriodically(database, dataDir, log).close()
      expect(errors).toHaveLength(1)
      expect(await readHead(dataDir)).toEqual(kept)
      expect(await verify(database, kept ? [kept] : [])).toMatchObject({
        broken: { seq: 3, reason: 'missing' },
      })
      await audit.append({ by, action: 'lead.viewed' })
      expect(await verify(database, kept ? [kept] : [])).toMatchObject({
        broken: { seq: 3, reason: 'changed' },
      })
      writeFileSync(join(dataDir, 'audit-head'), 'half of a li')
      expect(await readHead(dataDir)).toBeUndefined()
    })
  },
)

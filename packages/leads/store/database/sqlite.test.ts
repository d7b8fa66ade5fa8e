import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import Database from 'libsql'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from './database.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sqlite-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

it('takes the lock before a raw write without a transaction, and needs none to read', async () => {
  const database = await openDatabase({ dataDir, log: pino({ level: 'silent' }) })
  const other = new Database(join(dataDir, 'leads.db'))
  const write = () => sql`update lead set status = 'new'`.execute(database)
  const read = sql<{ leads: number }>`with found as (select 1 from lead)
    select count(*) as leads from found`
  other.exec('begin immediate')
  await expect(write()).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
  expect((await read.execute(database)).rows).toEqual([{ leads: 0 }])
  other.exec('commit')
  // A prepared statement that met the lock would stay open, and this commit would fail.
  await database.transaction().execute((within) => sql`delete from lead`.execute(within))
  await write()
  other.close()
  await database.destroy()
})

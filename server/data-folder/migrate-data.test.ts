import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from 'halvi-leads/admin'
import { version } from 'halvi-site/version'
import Database from 'libsql'
import { openAccounts } from 'local-content-lake'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { roles } from '../../office/accounts/roles.ts'
import { assertMigrated, migrateData } from './migrate-data.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'migrate-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const change = (path: string, sql: string) => {
  const database = new Database(join(dataDir, path))
  database.exec(sql)
  database.close()
}

const tablesIn = (path: string) => {
  const database = new Database(join(dataDir, path))
  const rows = database.prepare('select name from sqlite_schema').all() as { name: string }[]
  database.close()
  return rows.map(({ name }) => name)
}

/** Writes a database of leads to which no migration was applied. */
const addOldLeads = () =>
  change(
    'leads.db',
    'create table kysely_migration (name text primary key, timestamp text); create table kept (x)',
  )

const snapshots = () => readdirSync(join(dataDir, 'snapshots')).sort()

it('copies databases of an older version before it migrates them', async () => {
  addOldLeads()
  writeFileSync(join(dataDir, 'version'), '0.0.9\n')
  expect(() => assertMigrated(dataDir)).toThrow(/leads\.db .* older version/)
  await migrateData(dataDir)
  assertMigrated(dataDir)
  expect(tablesIn('leads.db')).toEqual(expect.arrayContaining(['lead', 'kept']))
  expect(snapshots()).toEqual(['0.0.9'])
  expect(tablesIn('snapshots/0.0.9/leads.db')).toContain('kept')
  expect(tablesIn('snapshots/0.0.9/leads.db')).not.toContain('lead')
})

it('keeps the newest two copies', async () => {
  for (const name of ['0.0.7', '0.0.8', '../x', '']) {
    rmSync(join(dataDir, 'leads.db'), { force: true })
    addOldLeads()
    writeFileSync(join(dataDir, 'version'), name)
    await migrateData(dataDir)
  }
  expect(snapshots()).toEqual(['0.0.8', 'unknown'])
})

it('leaves a database in place if its migration fails, and names the copy', async () => {
  mkdirSync(join(dataDir, 'lake'))
  openAccounts({ directory: join(dataDir, 'lake'), roles })[Symbol.dispose]()
  // The last migration runs again, and fails because its changes are there already.
  change('lake/users.db', 'pragma user_version = 0; create table kept (x)')
  writeFileSync(join(dataDir, 'version'), '0.0.9')
  const failure = /^The data can't be migrated: .*\. It is unchanged, and a copy is in .*0\.0\.9$/
  await expect(migrateData(dataDir)).rejects.toThrow(failure)
  await expect(migrateData(dataDir)).rejects.toThrow(failure)
  expect(tablesIn('lake/users.db')).toContain('kept')
  expect(tablesIn('snapshots/0.0.9/lake/users.db')).toContain('kept')
})

it('copies nothing for new, current, and damaged databases', async () => {
  await migrateData(dataDir)
  await (await openDatabase({ dataDir, log: pino({ level: 'silent' }) })).destroy()
  mkdirSync(join(dataDir, 'lake'))
  writeFileSync(join(dataDir, 'lake/lake.db'), '')
  writeFileSync(join(dataDir, 'lake/users.db'), 'no database')
  await migrateData(dataDir)
  assertMigrated(dataDir)
  expect(existsSync(join(dataDir, 'snapshots'))).toBe(false)
  expect(version).toMatch(/^\d/)
})

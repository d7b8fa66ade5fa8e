import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readJournal } from '../../cli/upgrade/data/journal.ts'
import { readVersionFile } from '../../cli/upgrade/data/version-file.ts'
import { recover } from '../../cli/upgrade/recover.ts'
import { upgradeFolder } from '../../cli/upgrade/upgrade.ts'
import { testPostgres } from '../../leads/testing/test-postgres.ts'
import { lockUpgrade } from '../../server/data-folder/lock-folder.ts'
import { readSettings } from '../../server/settings/settings.ts'
import { version } from '../../server/version.ts'
import { runSite, startSite } from '../running-site.ts'
import { contentsOf, Folders } from './data-folders.ts'
import { createDatabase, type EmptyDatabase } from './empty-database.ts'
import { KilledProcesses } from './killed-processes.ts'

const hasServer = await testPostgres().then(async (schema) => {
  await schema?.drop()
  return schema !== undefined
})

/** The last migration of leads in the version before accounts. */
const formerMigration = '0004_lead_store_check'
const ids = ['01a204c8-0000-7000-8000-000000000000', '01a204c8-0000-7000-8000-000000000001']

describe.runIf(hasServer)('leads of an older version in PostgreSQL', () => {
  const processes = new KilledProcesses()
  beforeAll(() => processes.bundle())
  afterAll(() => processes.remove())

  let folders: Folders
  let dataDir: string
  let database: EmptyDatabase
  let before: Awaited<ReturnType<typeof stored>>
  beforeEach(async () => {
    folders = new Folders()
    dataDir = folders.unpacked('before-accounts')
    database = await createDatabase()
    await database.migrateTo(formerMigration)
    for (const [number, id] of ids.entries()) {
      const payload = JSON.stringify({ email: `person-${number}@example.com` })
      await database.query(
        `insert into lead (id, form, payload, fingerprint, spam, state, attempts, created_at)
         values ('${id}', 'contact', '${payload}', '${id}', 0, 'stored', 0, '2026-11-22T10:00:00.000Z')`,
      )
    }
    before = await stored()
  })
  afterEach(async () => {
    await database.drop()
    folders[Symbol.dispose]()
  })

  const settings = () => readSettings({ DATA_DIR: dataDir, DATABASE_URL: database.url })

  /** Resolves to the leads and their tables. Leaves out `submission_count`, which every started site creates. */
  async function stored() {
    return {
      columns: await database.query(
        `select table_name, column_name, data_type from information_schema.columns
         where table_schema = 'public' and table_name <> 'submission_count'
         order by table_name, column_name`,
      ),
      indexes: await database.query(
        `select indexdef from pg_indexes
         where schemaname = 'public' and tablename <> 'submission_count' order by indexdef`,
      ),
      leads: await database.query('select * from lead order by id'),
      migrations: await database.query('select * from kysely_migration order by name'),
    }
  }

  /** Recovers from an interrupted upgrade, like `halvi start`. */
  async function recoverLikeStart() {
    const lock = lockUpgrade(dataDir)
    try {
      return await recover(settings())
    } finally {
      lock.release()
      expect(readJournal(dataDir)).toBeUndefined()
    }
  }

  const isMigrated = async () => {
    const [row] = await database.query("select to_regclass('lead_note') is not null as it")
    return row.it
  }

  /** Expects that the older version can migrate its tables, and that this version can upgrade them afterwards. */
  async function expectToStart(): Promise<void> {
    await database.migrateTo(formerMigration)
    const site = await startSite({
      ...{ DATA_DIR: dataDir, DATABASE_URL: database.url },
    })
    try {
      expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
      expect((await fetch(site.url)).status).toBe(200)
    } finally {
      await site.stop()
    }
    expect(readVersionFile(dataDir)).toBe(version)
    expect(await isMigrated()).toBe(true)
    expect(await database.query('select id, payload, state from lead order by id')).toEqual(
      before.leads.map(({ id, payload, state }) => ({ id, payload, state })),
    )
  }

  it('are restored with the other data if a check fails after their migration', async () => {
    const contents = await contentsOf(dataDir)
    const steps: string[] = []
    const onStep = (step: string) => {
      steps.push(step)
      if (step !== 'checking the data') return
      const lake = new Database(join(dataDir, 'lake/lake.db'))
      lake.exec('delete from documents')
      lake.close()
    }
    await expect(upgradeFolder(settings(), { onStep })).rejects.toThrow(
      /failed, and the data is unchanged: only 0 of \d+ documents are left;.*$/,
    )
    expect(steps).toContain('restoring the database in DATABASE_URL')
    expect(await stored()).toEqual(before)
    expect(await contentsOf(dataDir)).toEqual(contents)
    await expectToStart()
  })

  it('are restored if the upgrade is killed after their migration', async () => {
    const { steps } = await processes.run('upgrade', dataDir, 5, { DATABASE_URL: database.url })
    expect(steps.at(-1)).toBe('checking the data')
    expect(await isMigrated()).toBe(true)
    await recoverLikeStart()
    expect(await stored()).toEqual(before)
    await expectToStart()
  })

  it('are restored even if a connection of the killed process closes a second later', async () => {
    await processes.run('upgrade', dataDir, 5, { DATABASE_URL: database.url })
    const closing = database.query('select pg_sleep(1)')
    await recoverLikeStart()
    await closing
    expect(await stored()).toEqual(before)
  })

  it('stay migrated if a lead was stored since the snapshot', async () => {
    await processes.run('upgrade', dataDir, 5, { DATABASE_URL: database.url })
    const since = "'since', 'contact', '{}', 'since', 0, 'stored', 0, '2026-11-23'"
    await database.query(
      `insert into lead (id, form, payload, fingerprint, spam, state, attempts, created_at) values (${since})`,
    )
    await recoverLikeStart()
    expect(await isMigrated()).toBe(true)
    expect(await database.query('select id from lead order by id')).toHaveLength(3)
  })

  it.each([
    ['a failed upgrade', 'upgrade', 5, 'checking the data'],
    ['a rollback', 'rollback', 8, 'restoring the database in DATABASE_URL'],
  ] as const)('stay erased after %s', async (_case, action, step, last) => {
    if (action === 'rollback') {
      await processes.run('upgrade', dataDir, 99, { DATABASE_URL: database.url })
    }
    const kill = () => processes.run(action, dataDir, step, { DATABASE_URL: database.url })
    if (action === 'upgrade') await kill()
    // Erased by a process on another machine, which has its own list of erased leads.
    const other = { DATA_DIR: folders.empty(), DATABASE_URL: database.url }
    const args = ['erase', '--email', 'person-0@example.com', '--yes']
    expect(await runSite(other, 'leads', ...args)).toMatchObject({ code: 0 })
    if (action === 'rollback') expect((await kill()).steps.at(-1)).toBe(last)

    // The recovery is killed as well: after it restores the dump and before it re-applies erasures.
    const { steps } = await processes.run('recover', dataDir, 2, { DATABASE_URL: database.url })
    expect(steps.at(-1)).toBe('re-applying erasures')
    expect(await stored()).toEqual(before)
    expect(readFileSync(join(dataDir, 'erased-leads'), 'utf8')).toContain(ids[0])

    expect(await recoverLikeStart()).toMatchObject({ erasedAgain: 1 })
    const after = await stored()
    const { leads, ...tables } = before
    expect(after).toMatchObject(tables)
    expect(after.leads[0]).toMatchObject({ id: ids[0], state: 'erased', payload: '{}' })
    expect(after.leads[0].fingerprint).not.toBe(leads[0].fingerprint)
    expect(after.leads[1]).toEqual(leads[1])
    before = after
    await expectToStart()
  })
})

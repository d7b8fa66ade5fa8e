import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLeads } from '../../app/leads/leads.ts'
import { type TestPostgres, testPostgres } from '../../app/leads/testing/test-postgres.ts'
import { rollBack } from '../../cli/upgrade/rollback.ts'
import { listSnapshots } from '../../cli/upgrade/snapshot.ts'
import { readVersionFile } from '../../cli/upgrade/version-file.ts'
import { version } from '../../cli/version.ts'
import { hasPostgresPrograms } from '../../server/backups/postgres-programs.ts'
import { readSettings } from '../../server/settings.ts'
import { Folders } from './data-folders.ts'
import { KilledProcesses } from './killed-process.ts'

const postgres = await testPostgres()
const hasPrograms = await hasPostgresPrograms()
if (!hasPrograms) console.info('No pg_dump here: the upgrades of PostgreSQL are not tried')

describe.runIf(postgres && hasPrograms)('leads in PostgreSQL', () => {
  const { url, query } = postgres as TestPostgres
  const folders = new Folders()
  const processes = new KilledProcesses()
  let dataDir: string

  async function store(email: string): Promise<void> {
    const log = pino({ level: 'silent' })
    const leads = await createLeads({ dataDir, databaseUrl: url, rateLimit: 'off', log })
    await leads.receive({
      ...{ form: 'contact', payload: { email }, spam: false, delivered: false },
    })
    await leads.close()
  }

  beforeAll(async () => {
    await processes.bundle()
    dataDir = folders.unpacked('0.1.0')
    await store('before@example.com')
  })
  afterAll(async () => {
    processes.remove()
    folders[Symbol.dispose]()
    await postgres?.drop()
  })

  it('go back with the rest, and those that came since lie in a file', async () => {
    const settings = readSettings({ DATA_DIR: dataDir, DATABASE_URL: url })
    // In a process of its own: libsql keeps the files open that one has used.
    await processes.run('upgrade', dataDir, 99, { DATABASE_URL: url })
    const [snapshot] = await listSnapshots(dataDir)
    expect(snapshot?.manifest).toMatchObject({ counts: { lead: 1 }, dump: { path: 'leads.dump' } })
    await store('since@example.com')
    await query('create table lead_future (id text)')

    const { kept, since } = await rollBack(settings, undefined)
    expect(since).toMatchObject({
      leads: 1,
      leadsFile: join(dataDir, 'snapshots', kept, 'leads-since.ndjson'),
    })
    const payloads = async () => {
      const { rows } = await query('select payload from lead')
      return rows.map(({ payload }) => JSON.parse(payload).email)
    }
    expect(await payloads()).toEqual(['before@example.com'])
    expect((await query("select to_regclass('lead_future') as it")).rows).toEqual([{ it: null }])
    expect(readVersionFile(dataDir)).toBeUndefined()

    await rollBack(settings, kept)
    expect((await payloads()).sort()).toEqual(['before@example.com', 'since@example.com'])
    expect(readVersionFile(dataDir)).toBe(version)
  })
})

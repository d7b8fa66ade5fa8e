import { join } from 'node:path'
import { createLeads } from 'halvi-leads'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readVersionFile } from '../../cli/upgrade/data/version-file.ts'
import { listSnapshots } from '../../cli/upgrade/snapshots.ts'
import { type TestPostgres, testPostgres } from '../../leads/testing/test-postgres.ts'
import { version } from '../../server/version.ts'
import { runSite } from '../running-site.ts'
import { Folders } from './data-folders.ts'
import { KilledProcesses } from './killed-processes.ts'

const postgres = await testPostgres()

describe.runIf(postgres)('a rollback with leads in PostgreSQL', () => {
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
    // Listing leads indexes the new one.
    await leads.staff.list({ sort: 'newest', limit: 1 }, { id: 'amina', name: 'Amina' })
    await leads.close()
  }

  beforeAll(async () => {
    await processes.bundle()
    dataDir = folders.unpacked('0.1.0')
    await store('before@example.com')
    await store('erased@example.com')
  })
  afterAll(async () => {
    processes.remove()
    folders[Symbol.dispose]()
    await postgres?.drop()
  })

  it('restores the leads with the other data, and saves newer leads in a file', async () => {
    // Upgrades in another process, because libsql keeps files open in the process that uses them.
    await processes.run('upgrade', dataDir, 99, { DATABASE_URL: url })
    const [snapshot] = await listSnapshots(dataDir)
    expect(snapshot?.manifest).toMatchObject({ counts: { leads: 2 }, leads: 'dump' })
    await store('since@example.com')
    await query('create table lead_future (id text)')
    const settings = { DATA_DIR: dataDir, DATABASE_URL: url }
    const erase = ['erase', '--email', 'erased@example.com', '--yes']
    expect(await runSite(settings, 'leads', ...erase)).toMatchObject({ code: 0 })

    const { code, stdout } = await runSite(settings, 'rollback')
    expect(code).toBe(0)
    const kept = (await listSnapshots(dataDir)).at(-1)?.name ?? ''
    expect(stdout).toContain(`halvi rollback --to ${kept}\n`)
    const leadsFile = join(dataDir, 'snapshots', kept, 'leads-since.ndjson')
    expect(stdout).toContain(`1 lead (saved in ${leadsFile})`)
    expect(stdout).toContain('\nRe-applied 1 erasure\n')
    const payloads = async () => {
      const { rows } = await query("select payload from lead where state <> 'erased'")
      return rows.map(({ payload }) => JSON.parse(payload).email)
    }
    expect(await payloads()).toEqual(['before@example.com'])
    for (const table of ['lead', 'lead_entry', 'lead_audit', 'lead_to_index']) {
      const { rows } = await query(`select * from ${table}`)
      expect(JSON.stringify(rows)).not.toContain('erased@example.com')
    }
    const { rows: auditEntries } = await query(
      "select actor, detail from lead_audit where action = 'lead.erased'",
    )
    expect(auditEntries).toEqual([{ actor: 'operator', detail: '{"why":"again"}' }])
    expect((await query("select to_regclass('lead_future') as it")).rows).toEqual([{ it: null }])
    expect(readVersionFile(dataDir)).toBeUndefined()

    expect(await runSite(settings, 'rollback', '--to', kept)).toMatchObject({ code: 0 })
    expect((await payloads()).sort()).toEqual(['before@example.com', 'since@example.com'])
    expect(readVersionFile(dataDir)).toBe(version)
  })
})

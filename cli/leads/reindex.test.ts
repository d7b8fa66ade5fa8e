import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createLeads, type Leads } from 'halvi-leads'
import { openDatabase } from 'halvi-leads/database'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exportLeads } from '../../leads/staff/index/export-leads.ts'
import { bundlePrograms } from '../../leads/staff/testing/bundle-programs.ts'
import { randomFrom, randomLead } from '../../leads/staff/testing/random-leads.ts'
import { databaseKinds } from '../../leads/staff/testing/test-index.ts'
import type { LeadDatabase } from '../../leads/store/database/tables.ts'
import { testForms } from '../../leads/testing/test-forms.ts'
import { type TestPostgres, testPostgres } from '../../leads/testing/test-postgres.ts'
import { runGroup } from '../testing/run-group.ts'
import { leadsGroup } from './group.ts'

const log = pino({ level: 'silent' })
const by = { id: 'amina', name: 'Amina' }
const random = randomFrom(15)
/** Leads as stored by a process of an older version: neither queued for the index nor counted. */
const rows = Array.from({ length: 300 }, () => randomLead(random))
const notSpam = rows.filter(({ spam }) => spam === 0)

let removePrograms = () => {}
beforeAll(async () => {
  removePrograms = await bundlePrograms()
})
afterAll(() => removePrograms())

describe.each(databaseKinds)('halvi leads reindex in %s', (kind) => {
  let dataDir: string
  let postgres: TestPostgres | undefined
  let database: LeadDatabase
  /** A running site, with its process that indexes leads. */
  let site: Leads
  const source = () => ({ dataDir, databaseUrl: postgres?.url, forms: testForms })

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'reindex-'))
    postgres = kind === 'PostgreSQL' ? await testPostgres() : undefined
    site = await createLeads({ ...source(), rateLimit: 'off', indexProcess: true, log })
    database = await openDatabase({ ...source(), log })
  })
  afterEach(async () => {
    await site.close()
    await database.destroy()
    await postgres?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const settings = () => ({
    DATA_DIR: dataDir,
    ...(postgres && { DATABASE_URL: postgres.url }),
  })

  const reindex = () => runGroup(leadsGroup(testForms), ['reindex'], settings())

  async function store(leads: typeof rows): Promise<void> {
    for (let at = 0; at < leads.length; at += 50) {
      await database
        .insertInto('lead')
        .values(leads.slice(at, at + 50))
        .execute()
    }
  }

  const listed = () => site.staff.list({ sort: 'newest', limit: 10 }, by)
  const complete = { total: notSpam.length, unindexed: 0 }
  /** Returns the number of leads in the metrics. A lead that was indexed twice would count twice. */
  const countInMetrics = async () => (await site.staff.metrics({}, by)).total
  const countInCounters = async () =>
    Object.values(await site.count(new Date(0))).reduce((all, { total }) => all + total, 0)
  const submit = (name: string) =>
    site.receive({
      form: 'contact',
      payload: { name, email: `${name}@example.com` },
      spam: false,
      delivered: false,
    })

  async function expectComplete(): Promise<void> {
    await expect.poll(listed).toMatchObject(complete)
    expect(await countInMetrics()).toBe(notSpam.length)
    expect(await countInCounters()).toBe(notSpam.length)
    const found = await site.staff.list({ sort: 'newest', limit: 100, form: ['waitlist'] }, by)
    const expected = notSpam.filter(({ form }) => form === 'waitlist').map(({ id }) => id)
    expect(found.leads.map(({ id }) => id)).toEqual(expected.sort().reverse().slice(0, 100))
  }

  it('indexes and counts leads of an older version while the site is running', async () => {
    await store(rows)
    expect(await listed()).toMatchObject({ total: 0, unindexed: 0 })
    expect(await countInCounters()).toBe(0)
    const { version } = await site.staff.version()
    expect(await reindex()).toEqual({
      code: 0,
      out: `Rebuilt the index of 300 leads; corrected the counters, which were off by ${notSpam.length} leads\n`,
      err: '',
    })
    await expectComplete()
    // A higher version makes the Studio load the list again.
    expect((await site.staff.version()).version).toBeGreaterThan(version)
    expect((await reindex()).out).toBe(
      'Rebuilt the index of 300 leads; the counters were correct\n',
    )
    await expectComplete()
  })

  const file = () => join(dataDir, 'leads-index.db')
  const damages: Record<string, () => Promise<unknown>> =
    kind === 'SQLite'
      ? {
          'is not a database': async () => writeFileSync(file(), 'x'.repeat(20_000)),
          'has damaged pages': async () => {
            const bytes = readFileSync(file())
            writeFileSync(file(), bytes.fill(0xa5, 4_096))
            writeFileSync(`${file()}-wal`, '')
          },
          'is missing': async () => rmSync(file()),
        }
      : {
          'has no lead_entry table': async () => postgres?.query('drop table lead_entry'),
          'has no search terms': async () =>
            postgres?.query('drop index lead_entry_terms; truncate lead_chunk, lead_figure'),
          'has too few rows': async () =>
            postgres?.query('delete from lead_entry where seq > 10; delete from lead_figure'),
        }

  it.each(Object.keys(damages))('rebuilds an index that %s', async (damage) => {
    await store(rows)
    await reindex()
    await expectComplete()
    await damages[damage]?.()
    expect(await reindex()).toMatchObject({ code: 0, err: '' })
    await expectComplete()
    await submit('later')
    await expect.poll(listed).toMatchObject({ total: notSpam.length + 1, unindexed: 0 })
    if (kind === 'SQLite') expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  it('indexes each lead once that is stored during the rebuild', async () => {
    await store(rows)
    let isDone = false
    const done = Promise.all([reindex(), reindex()]).finally(() => {
      isDone = true
    })
    let submitted = 0
    while (!isDone) {
      await submit(`visitor-${submitted++}`)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    for (const { code } of await done) expect(code).toBe(0)
    const all = notSpam.length + submitted
    await expect.poll(listed).toMatchObject({ total: all, unindexed: 0 })
    expect(await countInMetrics()).toBe(all)
    expect(await countInCounters()).toBe(all)
  })

  it('is finished by the site if the command is killed', async () => {
    await store(rows)
    const program = fileURLToPath(new URL('../halvi.ts', import.meta.url))
    // On a busy machine the command can exit before it is killed. Then it runs again.
    for (let signal: string | null = null; signal === null; ) {
      const { version } = await site.staff.version()
      const child = spawn(process.execPath, ['--import', 'tsx', program, 'leads', 'reindex'], {
        env: { ...process.env, ...settings() },
      })
      const output = text(child.stdout)
      const exited = once(child, 'exit')
      // The rebuild has started when the version of the index changes.
      while (child.exitCode === null && (await site.staff.version()).version === version) {
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      child.kill('SIGKILL')
      ;[, signal] = (await exited) as [number | null, string | null]
      if (signal !== null) expect(await output).toBe('')
    }
    await expect.poll(listed).toMatchObject(complete)
    expect(await countInMetrics()).toBe(notSpam.length)
    expect(await reindex()).toMatchObject({ code: 0 })
    await expectComplete()
  })

  it('does not block a running export, which stays complete', async () => {
    await store(rows)
    await reindex()
    const names = async () => ({})
    const parts = exportLeads(source(), 'ndjson', {}, names, () => {})
    let exported = String((await parts.next()).value)
    const reindexing = reindex()
    await new Promise((resolve) => setTimeout(resolve, 300))
    for await (const part of parts) exported += part
    expect(exported.trimEnd().split('\n')).toHaveLength(notSpam.length)
    expect(await reindexing).toMatchObject({ code: 0 })
    await expectComplete()
  })
})

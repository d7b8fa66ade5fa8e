import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openLake } from 'embedded-content-lake'
import { createLeads } from 'halvi-leads'
import Database from 'libsql'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testPostgres } from '../../../leads/testing/test-postgres.ts'
import { readSettings } from '../../../server/settings/settings.ts'
import { checkClock } from './clock.ts'
import { checkEndpoint } from './connections.ts'
import { checkDatabases } from './databases.ts'
import { checkDisk, checkPermissions } from './files.ts'
import type { Check } from './finding.ts'

const log = pino({ level: 'silent' })
let dataDir: string

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'doctor-'))
  const lake = await openLake({
    directory: join(dataDir, 'lake'),
    ...{ projectId: 'halvi', dataset: 'production', token: 'a-token' },
  })
  await lake.close()
  const leads = await createLeads({ dataDir, rateLimit: 'off', log })
  const payload = { type: 'contact_message', name: 'Amina', email: 'amina@example.com' }
  await leads.receive({ form: 'contact', payload, spam: false, delivered: false })
  await leads.close()
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const runCheck = async (check: Check, environment: Record<string, string> = {}) => {
  const settings = readSettings({ DATA_DIR: dataDir, ...environment })
  return [await check(settings, AbortSignal.timeout(30_000))].flat()
}
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
const isWalFile = (name: string) => /-(wal|shm)$/.test(name)
const change = (file: string, sql: string) => {
  const database = new Database(join(dataDir, file))
  database.exec(sql)
  database.close()
}

describe.each(['SQLite', 'PostgreSQL'])('checkEndpoint with leads in %s', (kind) => {
  it('reports the leads that the endpoint has not accepted', async () => {
    const postgres = kind === 'PostgreSQL' ? await testPostgres() : undefined
    const environment = postgres ? { DATABASE_URL: postgres.url } : undefined
    const endpointUrl = 'http://127.0.0.1:9/'
    const leads = await createLeads({
      ...{ dataDir, endpointUrl, rateLimit: 'off', log, delivery: { schedule: [3600] } },
      ...(postgres && { databaseUrl: postgres.url }),
    })
    try {
      for (const name of ['Amina', 'Bilal', 'Chadia']) {
        const payload = { type: 'waitlist_application', name }
        await leads.receive({ form: 'waitlist', payload, spam: false, delivered: true })
      }
      const run = (sql: string) => (postgres ? postgres.query(sql) : change('leads.db', sql))
      expect(await runCheck(checkEndpoint, environment)).toMatchObject([
        { status: 'ok', found: expect.stringContaining('3 leads') },
      ])
      await run("update lead set created_at = '2026-01-01T00:00:00.000Z' where state = 'pending'")
      expect(await runCheck(checkEndpoint, environment)).toMatchObject([
        { status: 'FAIL', found: expect.stringContaining('3 leads pending') },
      ])
      await run("update lead set state = 'exhausted' where payload like '%Bilal%'")
      expect(await runCheck(checkEndpoint, environment)).toMatchObject([
        { status: 'FAIL', found: expect.stringContaining('2 leads pending') },
        { status: 'warn', found: expect.stringContaining('1 lead was given up') },
      ])
    } finally {
      await leads.close()
      await postgres?.drop()
    }
  })
})

it('reports ok for an intact data folder, and changes no file', async () => {
  const files = () =>
    readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => `${name} ${statSync(join(dataDir, name)).mtimeMs}`)
  // libsql closes a database, and removes its write-ahead log, only after its statements are garbage-collected.
  const walFiles = () =>
    readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(isWalFile)
  await expect
    .poll(() => {
      collectGarbage()
      return walFiles()
    })
    .toEqual([])
  const before = files()
  for (const check of [checkDatabases, checkPermissions, checkDisk, checkClock]) {
    expect(await runCheck(check)).toMatchObject([{ status: 'ok' }])
  }
  expect(files()).toEqual(before)
})

it('reports ok for a data folder that does not exist yet, and does not create it', async () => {
  const DATA_DIR = join(dataDir, 'not', 'yet')
  for (const check of [checkDatabases, checkPermissions, checkDisk, checkClock]) {
    expect(await runCheck(check, { DATA_DIR })).toMatchObject([{ status: 'ok' }])
  }
  expect(readdirSync(dataDir)).not.toContain('not')
})

describe('checkDatabases', () => {
  const reindex = /halvi leads reindex/

  it('recommends rebuilding a damaged index of leads', async () => {
    writeFileSync(join(dataDir, 'leads-index.db'), 'no database'.repeat(1000))
    const [damaged, ...more] = await runCheck(checkDatabases)
    expect(damaged).toMatchObject({ status: 'FAIL', todo: expect.stringMatching(reindex) })
    expect(more).toEqual([])
  })

  it('warns about more than 1,000 leads that are not indexed yet', async () => {
    change(
      'leads.db',
      `insert into lead_to_index (lead_id) with recursive numbers (number) as
        (select 1 union all select number + 1 from numbers where number < 1001) select 'lead-' || number from numbers`,
    )
    expect(await runCheck(checkDatabases)).toMatchObject([
      { status: 'warn', todo: expect.stringMatching(reindex) },
    ])
  })

  it('names damaged databases', async () => {
    const file = join(dataDir, 'lake/lake.db')
    truncateSync(file, statSync(file).size - 4096)
    writeFileSync(join(dataDir, 'leads.db'), 'no database'.repeat(1000))
    expect(await runCheck(checkDatabases)).toMatchObject([
      { status: 'FAIL', found: expect.stringContaining('lake.db is damaged') },
      { status: 'FAIL', found: expect.stringContaining('leads.db is damaged') },
    ])
  })

  it('reports databases of a newer version', async () => {
    change('lake/users.db', 'pragma user_version = 99')
    change('leads.db', "insert into kysely_migration values ('9999_later', '')")
    expect(await runCheck(checkDatabases)).toMatchObject([
      { status: 'FAIL', found: expect.stringMatching(/users\.db was written by a newer/) },
      { status: 'FAIL', found: expect.stringMatching(/leads\.db was written by a newer/) },
    ])
  })

  it('reports an unreachable PostgreSQL without its password', async () => {
    const DATABASE_URL = 'postgres://halvi:secret-word@127.0.0.1:1/halvi'
    const found = await runCheck(checkDatabases, { DATABASE_URL })
    expect(found.at(-1)).toMatchObject({ status: 'FAIL' })
    expect(JSON.stringify(found)).not.toContain('secret-word')
  })

  it('reports a PostgreSQL database whose index is incomplete or whose version is newer', async ({
    skip,
  }) => {
    const postgres = await testPostgres()
    if (!postgres) return skip()
    const DATABASE_URL = postgres.url
    await (await createLeads({ dataDir, databaseUrl: DATABASE_URL, rateLimit: 'off', log })).close()
    for (const check of [checkDatabases, checkClock]) {
      expect(await runCheck(check, { DATABASE_URL })).toMatchObject([{ status: 'ok' }])
    }
    await postgres.query(
      "insert into lead_to_index (lead_id) select 'lead-' || number from generate_series(1, 1001) as number",
    )
    expect(await runCheck(checkDatabases, { DATABASE_URL })).toMatchObject([
      {
        status: 'warn',
        found: expect.stringContaining('1001'),
        todo: expect.stringMatching(reindex),
      },
    ])
    await postgres.query('drop table lead_chunk; drop index lead_entry_terms')
    expect(await runCheck(checkDatabases, { DATABASE_URL })).toMatchObject([
      {
        status: 'FAIL',
        found: expect.stringMatching(/lead_entry_terms, lead_chunk$/),
        todo: expect.stringMatching(reindex),
      },
    ])
    await postgres.query("insert into kysely_migration values ('9999_later', '')")
    const newer = [{ status: 'FAIL', found: expect.stringContaining('newer') }]
    expect(await runCheck(checkDatabases, { DATABASE_URL })).toMatchObject(newer)
    await postgres.drop()
  })
})

it('checkClock reports a newest lead that is dated in the future', async () => {
  change('leads.db', "update lead set created_at = '2999-01-01T00:00:00.000Z'")
  expect(await runCheck(checkClock)).toMatchObject([{ status: 'FAIL' }])
})

describe('checkPermissions', () => {
  it('names files that other users may read', async () => {
    chmodSync(join(dataDir, 'leads.db'), 0o644)
    expect(await runCheck(checkPermissions)).toMatchObject([
      { status: 'FAIL', found: expect.stringMatching(/may read .*leads\.db$/) },
    ])
  })

  it.runIf(process.getuid?.() === 0)('names files of another owner', async () => {
    mkdirSync(join(dataDir, 'lake/assets/images'), { recursive: true })
    for (const name of ['lake-token', 'lake/users.db', 'lake/assets/images/x.png']) {
      const path = join(dataDir, name)
      appendFileSync(path, '')
      chownSync(path, 4321, 4321)
      const found = await runCheck(checkPermissions)
      expect(found, name).toContainEqual({
        ...found[0],
        status: 'FAIL',
        found: expect.stringContaining(`${path} (user 4321)`),
      })
      chownSync(path, 0, 0)
    }
  })
})

describe('doctor', () => {
  const mount = (options: string) =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', dataDir]).status === 0
  const unmount = () => spawnSync('umount', ['--lazy', dataDir])

  it.each([
    ['an almost full disk', 'size=64m', checkDisk, /^\d\d MB free/],
    ['a disk without free inodes', 'nr_inodes=200', checkDisk, /more files/],
    ['a read-only disk', 'size=64m,ro', checkPermissions, /EROFS/],
  ])('reports %s', async (_case, options, check, found) => {
    if (!mount(options)) return console.info('Skipped: this user may not mount a small disk')
    try {
      const [first] = await runCheck(check)
      expect(first).toMatchObject({ status: 'FAIL', found: expect.stringMatching(found) })
    } finally {
      unmount()
    }
  })
})

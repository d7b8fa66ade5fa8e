import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import Database from 'libsql'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createClock } from '../clock.ts'
import { nextMillisecond, polls } from '../testing/test-leads.ts'
import { openDatabase } from './database/database.ts'
import { openSqlite } from './database/sqlite.ts'
import type { LeadTables } from './database/tables.ts'
import { createGroupCommit } from './group-commit.ts'
import { createLeases } from './leases.ts'
import { createStore, type LeadStore } from './store.ts'
import { columns, type StoredLead } from './stored-lead.ts'

let dataDir: string
let store: LeadStore

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'store-'))
  const database = await openDatabase({ dataDir, log: pino({ level: 'silent' }) })
  const write = createGroupCommit(database)
  store = createStore({ database, inTransaction: write, clock: createClock() }, write, [])
})
afterEach(async () => {
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const submission = { form: 'waitlist', payload: { name: 'Amina' }, spam: false, delivered: true }
const lease = (owner: string, seconds: number) => ({
  owner,
  until: Date.now() + seconds * 1000,
})

/** Returns the stored creation time, by the wall clock. The id contains the monotonic time. */
function createdAt(id: string): string {
  const database = new Database(join(dataDir, 'leads.db'))
  const { created_at } = database.prepare('select created_at from lead where id = ?').get([id]) as {
    created_at: string
  }
  database.close()
  return created_at
}

it('gives a lease to one owner at a time', async () => {
  const { lead } = await store.add(submission, lease('first', 60))
  expect(await store.claim(lead.id, lease('second', 60))).toBeUndefined()
  expect(await store.claimDue(lease('second', 60), 10)).toEqual([])
  await store.setDeliveryState(lead.id, 'first', { last_error: 'timeout' })
  expect(await store.claimDue(lease('second', 60), 10)).toMatchObject([{ id: lead.id }])
  expect(await store.claim(lead.id, lease('first', 60))).toBeUndefined()
})

it('lets another owner claim a lead whose first attempt never ended', async () => {
  const { lead } = await store.add(submission, lease('dead', -1))
  expect(await store.claimDue(lease('second', 60), 10)).toMatchObject([{ id: lead.id }])
})

it('ignores the result of an attempt that lost its lease', async () => {
  const { lead } = await store.add(submission, lease('slow', -1))
  await store.claim(lead.id, lease('second', 60))
  await store.setDeliveryState(lead.id, 'second', { state: 'delivered' })
  await store.setDeliveryState(lead.id, 'slow', { state: 'exhausted' })
  expect(await store.find(lead.id)).toMatchObject({ state: 'delivered' })
})

it('does not let anyone claim a lead that is delivered or needs no delivery', async () => {
  const { lead } = await store.add(submission)
  expect(await store.claim(lead.id, lease('second', 60))).toBeUndefined()
  expect(await store.claimDue(lease('second', 60), 10)).toEqual([])
})

it('waits for another process that is writing', async () => {
  const writer = `
    import Database from 'libsql'
    const database = new Database(${JSON.stringify(join(dataDir, 'leads.db'))})
    database.exec('begin immediate')
    console.log('writing')
    process.stdin.once('data', () => database.exec('commit'))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', writer])
  const exit = once(child, 'exit')
  await once(child.stdout, 'data')
  const adding = store.add(submission)
  await polls()
  child.stdin.end('commit')
  expect(await adding).toMatchObject({ added: true })
  expect((await exit)[0]).toBe(0)
})

it('counts leads by form, in total and since a time, without spam', async () => {
  const add = (form: string, name: string, spam = false) =>
    store.add({ form, payload: { name }, spam, delivered: false })
  expect(await store.count(new Date(0))).toEqual({})
  await add('waitlist', 'a machine', true)
  const { lead: first } = await add('waitlist', 'Amina')
  await add('waitlist', 'Amina')
  const { lead } = await add('onboarding', 'Bilal')
  await nextMillisecond()
  const between = new Date()
  await add('waitlist', 'Maryam')
  expect(await store.count(between)).toEqual({
    waitlist: { total: 2, since: 1, first: createdAt(first.id) },
    onboarding: { total: 1, since: 0, first: createdAt(lead.id) },
  })
})

it('returns the backlog without reading the leads themselves', async () => {
  await store.add(submission, lease('first', 60))
  const { lead } = await store.add({ ...submission, form: 'onboarding' }, lease('first', 60))
  await store.setDeliveryState(lead.id, 'first', { state: 'exhausted' })
  expect(await store.backlog()).toEqual({
    pending: 1,
    exhausted: 1,
    oldestPending: expect.stringMatching(/Z$/),
  })
  const database = new Database(join(dataDir, 'leads.db'))
  const plan = database
    .prepare(
      `explain query plan select state, count(*), min(created_at) from lead
       where state in ('pending', 'exhausted') group by state`,
    )
    .all('')
  database.close()
  expect(JSON.stringify(plan)).toContain('COVERING INDEX lead_due')
})

it('finds due leads by the index, and updates them by id', async () => {
  const statements: string[] = []
  const kysely = new Kysely<LeadTables>({
    dialect: openSqlite(dataDir, pino({ level: 'silent' })),
    log: ({ query }) => void statements.push(query.sql),
  })
  await store.add(submission, lease('dead', -1))
  const { claimDue } = createLeases<StoredLead>(
    (work) => work(kysely),
    createClock(),
    'lead',
    columns,
  )
  expect(await claimDue(lease('second', 60), 10)).toHaveLength(1)
  await kysely.destroy()

  const database = new Database(join(dataDir, 'leads.db'))
  const [search, change] = statements.map((sql) =>
    JSON.stringify(
      database.prepare(`explain query plan ${sql}`).all(sql.match(/\?/g)?.map(() => '')),
    ),
  )
  database.close()
  expect(search).toContain('INDEX lead_due (state=? AND next_attempt_at<?)')
  expect(change).toMatch(/INDEX sqlite_autoindex_lead_\d \(id=\?\)/)
})

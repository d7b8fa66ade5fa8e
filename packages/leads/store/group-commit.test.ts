import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { until } from '../../kit/testing/until.ts'
import { createClock } from '../clock.ts'
import { polls } from '../testing/test-leads.ts'
import { openDatabase } from './database/database.ts'
import type { LeadDatabase, LeadTables } from './database/tables.ts'
import { createGroupCommit } from './group-commit.ts'
import { createStore, type LeadStore } from './store.ts'

let dataDir: string
let database: LeadDatabase
let store: LeadStore
let commits: number

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'group-'))
  database = await openDatabase({ dataDir, log: pino({ level: 'silent' }) })
  commits = 0
  const transaction = database.transaction.bind(database)
  vi.spyOn(database, 'transaction').mockImplementation(() => {
    commits++
    return transaction()
  })
  const write = createGroupCommit(database)
  store = createStore({ database, inTransaction: write, clock: createClock() }, write, [])
})
afterEach(async () => {
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const add = (name: string) =>
  store.add({ form: 'contact', payload: { name }, spam: false, delivered: false })
const names = Array.from({ length: 100 }, (_, index) => `Amina ${index}`)

/** Returns the names that another process sees. */
function stored(): string[] {
  const other = new Database(join(dataDir, 'leads.db'))
  const rows = other
    .prepare('select payload from lead order by rowid')
    .all([]) as LeadTables['lead'][]
  other.close()
  return rows.map(({ payload }) => JSON.parse(payload).name)
}

it('commits all waiting writes together, and resolves none before', async () => {
  const seen = names.map(async (name) => {
    await add(name)
    return stored().length
  })
  expect(new Set(await Promise.all(seen))).toEqual(new Set([100]))
  expect(commits).toBe(1)
})

it('rejects one invalid row, and stores the others', async () => {
  const wrong = new Database(join(dataDir, 'leads.db'))
  wrong.exec(`create trigger wrong before insert on lead when new.payload like '%Amina 7"%'
    begin select raise(rollback, 'wrong'); end`)
  wrong.close()
  const results = await Promise.allSettled(names.map(add))
  expect(results.findIndex(({ status }) => status === 'rejected')).toBe(7)
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect(stored()).toEqual(names.filter((name) => name !== 'Amina 7'))
})

it('waits while another process writes, without blocking this process', async () => {
  const other = new Database(join(dataDir, 'leads.db'))
  other.exec('begin immediate')
  const kept = Promise.all(names.map(add))
  await polls()
  expect(stored()).toEqual([])
  other.exec('commit')
  other.close()
  await kept
  expect(stored()).toHaveLength(100)
})

it('rejects all writes when the other process does not finish in time', async () => {
  const write = createGroupCommit(database, {}, 100)
  store = createStore({ database, inTransaction: write, clock: createClock() }, write, [])
  const other = new Database(join(dataDir, 'leads.db'))
  other.exec('begin immediate')
  const results = await Promise.allSettled(names.map(add))
  other.exec('rollback')
  other.close()
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']))
  expect(stored()).toEqual([])
  await add('Bilal')
  expect(stored()).toEqual(['Bilal'])
})

it('starts a transaction when it is its turn, and reports whether writes wait', async () => {
  const order: unknown[] = []
  let start = () => {}
  const turn = () => new Promise<void>((resolve) => (start = resolve))
  const waiting = createGroupCommit(database, { turn })
  const other = createGroupCommit(database, { onBusy: (isBusy) => order.push(isBusy) })
  const late = waiting(async () => order.push('late'))
  await other(async () => order.push('first'))
  start()
  await late
  await until(() => expect(order).toContain(false))
  expect(order.filter((one) => one !== false)).toEqual([true, 'first', 'late'])
})

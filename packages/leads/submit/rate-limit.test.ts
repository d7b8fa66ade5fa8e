import { pino } from 'pino'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { openDatabase } from '../store/database/database.ts'
import { testPostgres } from '../testing/test-postgres.ts'
import { openRateLimiter, type RateLimit } from './rate-limit.ts'

const open = (limit: RateLimit) => openRateLimiter(limit, undefined, pino({ level: 'silent' }))
const two = () => open({ submissions: 2, seconds: 600 })

it('returns the seconds to wait after too many submissions', async () => {
  const { consume } = await two()
  expect([await consume('waitlist', '192.0.2.1'), await consume('waitlist', '192.0.2.1')]).toEqual([
    0, 0,
  ])
  const wait = await consume('waitlist', '192.0.2.1')
  expect(wait).toBeGreaterThan(590)
  expect(wait).toBeLessThanOrEqual(600)
})

it('counts each form and network separately', async () => {
  const { consume } = await two()
  for (const form of ['waitlist', 'contact']) {
    for (const address of ['192.0.2.1', '192.0.2.2', '2001:db8::/64', '2001:db8:0:1::/64']) {
      expect([await consume(form, address), await consume(form, address)]).toEqual([0, 0])
    }
  }
})

it('can be off', async () => {
  const { consume } = await open('off')
  for (let i = 0; i < 100; i++) expect(await consume('waitlist', '')).toBe(0)
})

it('distinguishes a flood from a visitor who was rejected', async () => {
  const { consume, blockedFor } = await two()
  const address = '192.0.2.1'
  for (let i = 0; i < 4; i++) {
    await consume('waitlist', address)
    expect(await blockedFor(address)).toBe(0)
  }
  await consume('waitlist', address)
  expect(await blockedFor(address)).toBeGreaterThan(590)
  expect(await blockedFor('192.0.2.2')).toBe(0)
})

const postgres = await testPostgres()
const log = pino({ level: 'silent' })
// Creates the tables.
if (postgres) await (await openDatabase({ dataDir: '', databaseUrl: postgres.url, log })).destroy()
afterAll(() => postgres?.drop())

const limit = { submissions: 2, seconds: 600 }
const openShared = () => openRateLimiter(limit, postgres?.url, log)

it.runIf(postgres)('stores no address in a database, and counts for all processes', async () => {
  const keys = async () =>
    (await postgres?.query('select key from submission_count'))?.rows.map(({ key }) => key)
  await postgres?.query('delete from submission_count')
  const first = await openShared()
  await first.consume('waitlist', '192.0.2.1')
  const second = await openShared()
  expect(await keys()).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
  expect([await second.consume('waitlist', '192.0.2.1')]).toEqual([0])
  expect(await first.consume('waitlist', '192.0.2.1')).toBeGreaterThan(0)
  await Promise.all([first.close(), second.close()])
})

afterEach(() => vi.useRealTimers())

it.each(['memory', ...(postgres ? ['PostgreSQL'] : [])])(
  'blocks no longer than the window after the clock was set back, in %s',
  async (kind) => {
    await postgres?.query('delete from submission_count')
    const { consume, blockedFor, close } = await (kind === 'memory' ? two() : openShared())
    const address = '192.0.2.9'
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'] })
    for (const daysBack of [0, 2, 400]) {
      vi.setSystemTime(now - daysBack * 86_400_000)
      const waits: number[] = []
      for (let i = 0; i < 6; i++) {
        waits.push(await consume('waitlist', address), await blockedFor(address))
      }
      expect(Math.max(...waits)).toBeLessThanOrEqual(600)
      if (daysBack > 0) expect(waits[0]).toBe(0)
    }
    await close()
  },
)

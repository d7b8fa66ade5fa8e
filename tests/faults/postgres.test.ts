import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningSite, startSite } from '../running-site.ts'
import { type AcceptingEndpoint, startAcceptingEndpoint } from './accepting-endpoint.ts'
import { application, send, startVisitors } from './visitors.ts'

const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test'
const admin = new pg.Pool({ connectionString: server, max: 1 })
const isReachable = await admin.query('select 1').then(
  () => true,
  (error: Error) => {
    if (process.env.CI) throw error
    console.info(`PostgreSQL is unreachable at ${server}. Skipping its tests.`)
    return false
  },
)
afterAll(() => admin.end())

describe.runIf(isReachable)('several sites on one PostgreSQL database', () => {
  const name = `halvi_${randomUUID().replaceAll('-', '')}`
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const sites: RunningSite[] = []

  beforeAll(() => admin.query(`create database ${name}`))
  afterAll(() => admin.query(`drop database ${name} with (force)`))

  const start = async (count: number, settings: Record<string, string>) => {
    const all = Array.from({ length: count }, () =>
      startSite({ DATABASE_URL: databaseUrl, ...settings }),
    )
    sites.push(...(await Promise.all(all)))
  }
  const addresses = () => sites.map(({ url }) => url)
  /** Removes all sites except the first ones. */
  const keepOnly = async (count: number) => {
    await Promise.all(sites.splice(count).map((site) => site.remove()))
  }

  async function rows(): Promise<{ email: string; state: string }[]> {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query('select payload, state from lead')
    await client.end()
    return rows.map(({ payload, state }) => ({ email: JSON.parse(payload).email, state }))
  }

  const closeConnections = () =>
    admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  const allow = (allowed: boolean) =>
    admin.query(`alter database ${name} with allow_connections ${allowed}`)

  describe('with a form endpoint', () => {
    let endpoint: AcceptingEndpoint
    beforeAll(async () => {
      endpoint = await startAcceptingEndpoint()
      await start(4, { FORM_ENDPOINT_URL: endpoint.url })
    }, 180_000)
    afterAll(async () => {
      await keepOnly(0)
      await endpoint.close()
    })

    it('store and deliver each lead once, with two and with four sites', async () => {
      const urls = addresses()
      const applications = Array.from({ length: 100 }, () => application())
      for (const [index, fields] of applications.entries()) {
        const some = index < applications.length / 2 ? urls.slice(0, 2) : urls
        const all = await Promise.all(some.map((url) => send(url, fields)))
        expect(all.map(({ status }) => status)).toEqual(some.map(() => 303))
      }
      const emails = applications.map(({ email }) => email ?? '').sort()
      const stored = (await rows()).filter(({ email }) => emails.includes(email))
      expect(stored.map(({ email }) => email).sort()).toEqual(emails)
      expect(new Set(stored.map(({ state }) => state))).toEqual(new Set(['delivered']))
      expect(emails.map((email) => endpoint.accepted.get(email))).toEqual(emails.map(() => 1))
    }, 180_000)

    it('lose no lead when the database restarts under load', async () => {
      await keepOnly(2)
      const urls = addresses()
      const visitors = startVisitors(urls, 8)
      for (let round = 0; round < 3; round++) {
        await visitors.until(visitors.acknowledged.size + 50)
        const before = visitors.otherStatuses.get(503) ?? 0
        await allow(false)
        await closeConnections()
        await expect
          .poll(() => visitors.otherStatuses.get(503), { timeout: 20_000 })
          .toBeGreaterThan(before + 5)
        await allow(true)
        await visitors.until(visitors.acknowledged.size + 50)
      }
      await visitors.stop()
      expect([...visitors.otherStatuses.keys()]).toEqual([503])
      const emails = [...visitors.acknowledged]
      const stored = (await rows()).map(({ email }) => email)
      expect(new Set(stored).size).toBe(stored.length)
      expect(emails.filter((email) => !stored.includes(email))).toEqual([])
      expect(emails.filter((email) => endpoint.accepted.get(email) !== 1)).toEqual([])
      expect(endpoint.maxConcurrent).toBe(1)
    }, 180_000)
  })

  describe('with a rate limit', () => {
    afterAll(() => keepOnly(0))

    it('share the count of a visitor, and count separately while the database is unreachable', async () => {
      await start(2, { RATE_LIMIT: '3/1h' })
      const [one = '', two = ''] = addresses()
      const status = async (url: string) => (await send(url, application())).status
      const together = [await status(one), await status(two), await status(one), await status(two)]
      expect(together).toEqual([303, 303, 303, 429])
      await allow(false)
      await closeConnections()
      const unreachable = [
        await status(two),
        await status(two),
        await status(two),
        await status(two),
      ]
      await allow(true)
      expect(unreachable.slice(0, 3).filter((code) => code !== 503 && code !== 429)).toEqual([])
      expect(unreachable[3]).toBe(429)
    }, 60_000)
  })
})

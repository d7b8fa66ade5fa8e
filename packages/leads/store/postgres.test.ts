import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../kit/testing/until.ts'
import { createLeads, type Leads } from '../leads.ts'
import { startEndpoint } from '../testing/test-endpoint.ts'

const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test'
const answers = await new pg.Pool({ connectionString: server, max: 1 }).query('select 1').then(
  () => true,
  (error: Error) => {
    if (process.env.CI) throw error
    console.info(`No PostgreSQL at ${server}: its tests are skipped`)
    return false
  },
)

describe.runIf(answers)('leads in PostgreSQL', () => {
  const schema = `leads_${randomUUID().replaceAll('-', '')}`
  const pool = new pg.Pool({ connectionString: server })
  const log = pino({ level: 'silent' })
  const databaseUrl = `${server}?options=${encodeURIComponent(`-csearch_path=${schema}`)}&application_name=${schema}`
  const open = (endpointUrl?: string): Promise<Leads> =>
    createLeads({ dataDir: '/unused', databaseUrl, endpointUrl, rateLimit: 'off', log })
  const rows = async () => (await pool.query(`select * from ${schema}.lead`)).rows

  beforeAll(() => pool.query(`create schema ${schema}`))
  afterAll(async () => {
    await pool.query(`drop schema ${schema} cascade`)
    await pool.end()
  })

  it('open while another schema is dropped', async () => {
    let opening = true
    const dropping = (async () => {
      while (opening) {
        await pool.query(`create schema ${schema}_of_others`)
        await pool.query(`create table ${schema}_of_others.one (id serial)`)
        await pool.query(`drop schema ${schema}_of_others cascade`)
      }
    })()
    try {
      for (let time = 0; time < 10; time++) await (await open()).close()
    } finally {
      opening = false
      await dropping
    }
  })

  it('are migrated once by processes that start together, stored once, and delivered once', async () => {
    const endpoint = await startEndpoint()
    const all = await Promise.all([1, 2, 3, 4].map(() => open(endpoint.url)))
    const submission = {
      form: 'waitlist',
      language: 'ar',
      payload: { type: 'waitlist_application', name: 'Amina 𝒴 ☪' },
      spam: false,
      delivered: true,
    }
    const receipts = await Promise.all(all.map((leads) => leads.receive(submission)))
    expect(receipts).toContain('taken')
    expect(await rows()).toMatchObject([{ form: 'waitlist', language: 'ar', state: 'delivered' }])
    expect(endpoint.received).toHaveLength(1)
    expect(await all[0]?.count(new Date(0))).toMatchObject({ waitlist: { total: 1, since: 1 } })
    await Promise.all(all.map((leads) => leads.close()))
    await endpoint.close()
  })

  it('are not ready if nothing can be written, as on a replica', async () => {
    const url = `${server}?options=${encodeURIComponent(`-csearch_path=${schema}`)}`
    await (await open()).close()
    const readOnly = url.replace(/$/, encodeURIComponent(' -cdefault_transaction_read_only=on'))
    const leads = await createLeads({
      dataDir: '/unused',
      databaseUrl: readOnly,
      rateLimit: 'off',
      log,
    })
    expect(await leads.count(new Date(0))).toBeDefined()
    await expect(leads.check()).rejects.toThrow(/read-only/)
    await leads.close()
  })

  it('survive a connection that the server cuts', async () => {
    const leads = await open()
    await leads.check()
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = '${schema}'`,
    )
    await until(async () => expect(await leads.check().then(() => 'ready')).toBe('ready'))
    await leads.close()
  })
})

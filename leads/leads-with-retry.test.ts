import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { Leads } from './leads.ts'
import { createLeadsWithRetry } from './leads-with-retry.ts'
import { Relay } from './testing/relay.ts'
import { testPostgres } from './testing/test-postgres.ts'

const postgres = await testPostgres()
const dataDir = mkdtempSync(join(tmpdir(), 'retry-'))
const delaysMs = [50]
const rateLimit = { submissions: 2, seconds: 3600 }
const submission = {
  form: 'waitlist' as const,
  payload: { email: 'amina@example.com' },
  spam: false,
  delivered: true,
}

let leads: Leads | undefined
afterEach(async () => {
  await leads?.close()
  leads = undefined
})
afterAll(async () => {
  await postgres?.drop()
  rmSync(dataDir, { recursive: true })
})

describe.runIf(postgres)('a lead store on PostgreSQL', () => {
  const url = postgres?.url ?? ''

  it('rejects operations that need the store while it is unreachable, limits submissions, and opens later', async () => {
    const relay = new Relay(url)
    await relay.set('down')
    const lines: Record<string, unknown>[] = []
    const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
    const options = { dataDir, databaseUrl: relay.url(url), rateLimit, log }
    leads = await createLeadsWithRetry(options, delaysMs)
    const stored: string[] = []
    leads.onStored((form) => stored.push(form))
    const forgotten = leads.onStored(() => stored.push('forgotten'))
    forgotten()
    const by = { id: 'amina', name: 'Amina' }
    const needsStore = [
      () => leads?.receive(submission),
      () => leads?.check(),
      () => leads?.backlog(),
      () => leads?.count(new Date()),
      () => leads?.staff.views(by),
      () => leads?.audit.append({ by, action: 'lead.viewed' }),
    ]
    for (const each of needsStore) await expect(each()).rejects.toThrow('ECONNREFUSED')
    const waits = [1, 2, 3].map(() => leads?.consume('waitlist', '192.0.2.1'))
    expect((await Promise.all(waits)).map((wait) => Number(wait) > 0)).toEqual([false, false, true])
    expect(lines.filter(({ level }) => level === 50)).toHaveLength(1)
    expect(lines[0]).toMatchObject({ reason: expect.stringContaining('ECONNREFUSED') })

    await relay.set('up')
    await expect.poll(() => leads?.check().then(() => 'open', String)).toBe('open')
    expect(await leads.receive(submission)).toBe('taken')
    expect(stored).toEqual(['waitlist'])
    expect(await leads.staff.views(by)).toEqual([])
    await leads.close()
    leads = undefined
    await relay.set('down')
  })

  it('closes immediately while it is unreachable', async () => {
    const relay = new Relay(url)
    await relay.set('down')
    const log = pino({ level: 'silent' })
    leads = await createLeadsWithRetry({ dataDir, databaseUrl: relay.url(url), rateLimit, log })
    await leads.close()
    leads = undefined
  })

  it.each([
    ['another database', { pathname: '/no_such_database' }],
    ['another user', { username: 'nobody_of_that_name' }],
  ])('fails to open if its URL contains %s that does not exist', async (_what, wrong) => {
    const databaseUrl = Object.assign(new URL(url), wrong).href
    const log = pino({ level: 'silent' })
    await expect(createLeadsWithRetry({ dataDir, databaseUrl, rateLimit, log })).rejects.toThrow()
  })
})

it('a damaged lead store fails to open', async () => {
  writeFileSync(
    join(dataDir, 'leads.db'),
    'no database at all, for a hundred bytes and more'.repeat(9),
  )
  const log = pino({ level: 'silent' })
  await expect(createLeadsWithRetry({ dataDir, rateLimit, log })).rejects.toThrow('damaged')
})

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import Database from 'libsql'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Submission } from '../lead.ts'
import { createLeads, type Leads } from '../leads.ts'
import { startEndpoint, status, type TestEndpoint } from '../testing/test-endpoint.ts'
import { type TestPostgres, testPostgres } from '../testing/test-postgres.ts'
import { main } from './main.ts'

const hasPostgres = await testPostgres().then(async (schema) => {
  await schema?.drop()
  return schema !== undefined
})

let dataDir: string
let postgres: TestPostgres | undefined
let endpoint: TestEndpoint
let opened: Leads[]

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'operations-'))
  endpoint = await startEndpoint()
  opened = []
})
afterEach(async () => {
  for (const leads of opened) await leads.close()
  await endpoint.close()
  await postgres?.drop()
  postgres = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

/** A site in this process. */
async function open(endpointUrl?: string): Promise<Leads> {
  const leads = await createLeads({
    dataDir,
    databaseUrl: postgres?.url,
    endpointUrl,
    rateLimit: 'off',
    log: pino({ level: 'silent' }),
    delivery: { pollMs: 5, schedule: [3600] },
  })
  opened.push(leads)
  return leads
}

const submission = (payload: Submission['payload'], rest: Partial<Submission> = {}) => ({
  form: 'waitlist',
  payload: { type: 'waitlist_application', ...payload },
  spam: false,
  delivered: true,
  ...rest,
})

/** Submissions of different milliseconds have an order. */
async function submit(leads: Leads, what: Submission) {
  const receipt = await leads.receive(what)
  const then = Date.now()
  await vi.waitUntil(() => Date.now() > then, { interval: 1 })
  return receipt
}

async function run(args: string[], answer?: string) {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() }
  if (answer !== undefined) Object.assign(streams.stdin, { isTTY: true }).end(`${answer}\n`)
  const source = { dataDir, databaseUrl: postgres?.url, endpointUrl: endpoint.url }
  const [out, err] = [buffer(streams.stdout), buffer(streams.stderr)]
  const code = await main(args, source, streams)
  streams.stdout.end()
  streams.stderr.end()
  return { code, out: String(await out), err: String(await err) }
}

interface Exported {
  id: string
  form: string
  state: string
  spam: boolean
  payload: Record<string, unknown>
}

async function exported(...args: string[]): Promise<Exported[]> {
  const { out } = await run(['export', '--format', 'ndjson', ...args])
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

describe.each(hasPostgres ? ['SQLite', 'PostgreSQL'] : ['SQLite'])('leads in %s', (kind) => {
  beforeEach(async () => {
    if (kind === 'PostgreSQL') postgres = await testPostgres()
  })

  it('are listed, the newest first and spam apart', async () => {
    const leads = await open()
    await submit(leads, submission({ name: 'Amina', email: 'amina@example.com' }))
    await submit(leads, submission({ email: 'spam@example.com' }, { spam: true }))
    await submit(leads, submission({ email: 'bilal@example.com' }, { form: 'contact' }))
    const lines = (await run(['list'])).out.split('\n')
    expect(lines[1]).toContain('bilal@example.com')
    expect(lines[2]).toContain('amina@example.com')
    expect(lines).toHaveLength(4)
    const found = async (...args: string[]) => (await run(['list', ...args])).out.match(/\w+@/g)
    expect(await found('--spam')).toEqual(['spam@'])
    expect(await found('--type', 'waitlist')).toEqual(['amina@'])
    expect(await found('--limit', '1')).toEqual(['bilal@'])
    expect(await found('--state', 'stored', '--since', '2020-01-01')).toEqual(['bilal@', 'amina@'])
    expect(await found('--state', 'pending')).toBeNull()
    expect(await found('--since', '2999-01-01T00:00+01:00')).toBeNull()
  })

  it('are of a form that there is, or was', async () => {
    const leads = await open()
    await submit(leads, submission({ email: 'amina@example.com' }, { form: 'former' }))
    for (const command of ['list', 'export']) {
      const { code, out, err } = await run([command, '--type', 'typo'])
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toMatch(/^leads: There is no form typo, only waitlist, [^\n]+\n$/)
      expect((await run([command, '--type', 'former'])).out).toContain('amina@example.com')
      expect((await run([command, '--type', 'onboarding'])).code).toBe(0)
    }
  })

  it('are shown whole, and move no cursor', async () => {
    const leads = await open()
    await submit(leads, submission({ email: '\u001b[2Ja@example.com', message: 'one\ntwo\u202e' }))
    const [{ id = '' } = {}] = await exported()
    const { code, out } = await run(['show', id])
    expect(code).toBe(0)
    expect(out).toContain(id)
    expect(out).toContain('message: one\n    two\\u202e\n')
    for (const shown of [out, (await run(['list'])).out]) {
      expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
    }
    expect(await run(['show', 'none'])).toEqual({
      code: 1,
      out: '',
      err: 'leads: There is no lead none\n',
    })
  })

  it('are exported as CSV that no spreadsheet calculates', async () => {
    const leads = await open()
    for (const name of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=2', 'a;=1', 'a "b", c\nd 🕌']) {
      await submit(leads, submission({ name, agreement_accepted: true }))
    }
    await submit(leads, submission({ phone: '+1 555' }, { form: 'contact', spam: true }))
    const { out } = await run(['export'])
    const rows = out.split('\r\n')
    expect(rows[0]).toBe(
      '\ufeff"id","form","state","spam","created_at","delivered_at","type","name","agreement_accepted","phone"',
    )
    expect(rows).toHaveLength(11)
    for (const cell of [`"'=1+1"`, `"'+1"`, `"'-1"`, `"'@SUM(A1)"`, `"'\t=1"`, `"'\r=2"`]) {
      expect(out).toContain(`,${cell},"true",`)
    }
    expect(out).toContain('"a ""b"", c\nd 🕌"')
    expect(rows[9]).toMatch(
      /"contact","stored","true","[^"]+Z",,"waitlist_application",,,"'\+1 555"$/,
    )
  })

  it('are exported by form and time, to a file of their owner alone', async () => {
    const leads = await open()
    await submit(leads, submission({ name: 'Amina' }))
    await submit(leads, submission({ name: 'Bilal' }, { form: 'contact' }))
    expect(await exported('--type', 'contact')).toMatchObject([
      { form: 'contact', state: 'stored', spam: false, payload: { name: 'Bilal' } },
    ])
    expect(await exported('--since', '2999-01-01')).toEqual([])
    const file = join(dataDir, 'out.csv')
    expect(await run(['export', file])).toEqual({ code: 0, out: '', err: '' })
    expect(readFileSync(file, 'utf8')).toContain('Amina')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const elsewhere = await run(['export', join(dataDir, 'none', 'out.csv')])
    expect(elsewhere).toMatchObject({ code: 1, err: expect.stringMatching(/^leads: [^\n]+\n$/) })
  })

  it('are sent again by the running site', async () => {
    const leads = await open(endpoint.url)
    endpoint.answer = status(410)
    await submit(leads, submission({ name: 'Amina' }))
    endpoint.answer = status(500)
    await submit(leads, submission({ name: 'Bilal' }))
    await submit(leads, submission({ name: 'Maryam' }, { spam: true }))
    expect((await exported()).map(({ state }) => state)).toEqual(['exhausted', 'pending', 'stored'])

    endpoint.answer = status(200)
    expect(await run(['replay', '--exhausted'])).toMatchObject({ out: '1 lead is due now\n' })
    const states = async () => (await exported()).map(({ state }) => state)
    await expect.poll(states).toEqual(['delivered', 'pending', 'stored'])
    const [first, second, spam] = await exported()
    expect(await run(['replay', String(second?.id)])).toMatchObject({ code: 0 })
    await expect.poll(states).toEqual(['delivered', 'delivered', 'stored'])
    expect(endpoint.received).toHaveLength(4)
    for (const lead of [first, spam]) {
      expect(await run(['replay', String(lead?.id)])).toMatchObject({ code: 1, out: '' })
    }
    expect(await run(['replay'])).toMatchObject({ code: 0, out: '0 leads are due now\n' })
  })

  it('begin their schedule anew when they are replayed', async () => {
    const leads = await open(endpoint.url)
    endpoint.answer = status(410)
    await submit(leads, submission({ name: 'Amina' }))
    endpoint.answer = status(500)
    await run(['replay'])
    await endpoint.count(2)
    await expect
      .poll(async () => (await run(['list'])).out)
      .toMatch(/waitlist +pending +new +status 500\n/)
  })

  it('forget a person and keep their count', async () => {
    const leads = await open(endpoint.url)
    endpoint.answer = status(500)
    const hers = { name: 'Canary Amina', email: 'Amina.Canary@example.com' }
    await submit(leads, submission(hers))
    endpoint.answer = status(200)
    await submit(leads, submission(hers, { form: 'onboarding' }))
    await submit(leads, submission(hers, { form: 'contact', spam: true }))
    await submit(leads, submission({ name: 'Bilal', email: 'bilal@example.com' }))
    const before = await leads.count(new Date(0))

    const erased = await run(['erase', '--email', ' amina.canary@EXAMPLE.com', '--yes'])
    expect(erased).toMatchObject({ code: 0, out: expect.stringMatching(/^Erased 3 leads\./) })
    expect(await exported()).toMatchObject([
      { form: 'waitlist', state: 'erased', payload: {} },
      { form: 'onboarding', state: 'erased', payload: {} },
      { form: 'contact', state: 'erased', payload: {}, spam: true },
      { state: 'delivered', payload: { name: 'Bilal' } },
    ])
    expect(await leads.count(new Date(0))).toEqual(before)
    for (const name of readdirSync(dataDir)) {
      expect(readFileSync(join(dataDir, name), 'latin1'), name).not.toMatch(/canary/i)
    }

    expect((await run(['replay'])).out).toMatch(/^0 /)
    expect(await submit(leads, submission(hers))).toBe('taken')
    expect((await exported()).at(-1)).toMatchObject({ state: 'delivered', payload: hers })
  })

  it('are erased only when that is meant', async () => {
    const leads = await open()
    await submit(leads, submission({ email: 'amina@example.com' }))
    const args = ['erase', '--email', 'amina@example.com']
    expect(await run(args)).toMatchObject({ code: 2, out: '' })
    expect(await run(args, 'n')).toMatchObject({ code: 1, out: '' })
    expect(await exported()).toMatchObject([{ state: 'stored' }])
    expect(await run(args, 'y')).toMatchObject({ code: 0 })
    expect(await exported()).toMatchObject([{ state: 'erased' }])
    expect(await run([...args, '--yes'])).toMatchObject({
      out: expect.stringMatching(/^Erased 0 leads/),
    })
  })

  it('are erased again after a backup has brought them back', async () => {
    const leads = await open()
    const hers = { name: 'Amina', email: 'amina@example.com' }
    await submit(leads, submission(hers))
    await submit(leads, submission({ name: 'Bilal', email: 'bilal@example.com' }))
    expect(await run(['re-erase'])).toMatchObject({
      out: '0 leads erased again, of 0 on the list\n',
    })
    const [{ id = '' } = {}] = await exported()
    await run(['erase', '--email', hers.email, '--yes'])
    const payload = JSON.stringify(hers)
    const restored = `update lead set state = 'stored', payload = '${payload}' where id = '${id}'`
    if (postgres) await postgres.query(restored)
    else {
      const database = new Database(join(dataDir, 'leads.db'))
      database.exec(restored)
      database.close()
    }
    expect(await exported()).toMatchObject([{ payload: hers }, {}])
    expect(await run(['re-erase'])).toMatchObject({
      out: '1 lead erased again, of 1 on the list\n',
    })
    expect(await exported()).toMatchObject([{ state: 'erased', payload: {} }, { state: 'stored' }])
  })

  it('are kept for as many days as is set', async () => {
    await open()
    const days = async () => (await run(['retention'])).out.match(/^contact +(\S+)$/m)?.[1]
    expect(await days()).toBe('forever')
    expect(await run(['retention', 'contact', '90'])).toMatchObject({ code: 0 })
    expect(await days()).toBe('90')
    expect(await run(['retention', 'contact', 'forever'])).toMatchObject({ code: 0 })
    expect(await days()).toBe('forever')
    for (const args of [['contact'], ['contact', '0'], ['contact', 'x'], ['typo', '5']]) {
      expect((await run(['retention', ...args])).code).toBe(2)
    }
  })

  it('have it told in the audit log what operators do, which can be checked', async () => {
    const leads = await open()
    await submit(leads, submission({ name: 'Amina', email: 'amina@example.com' }))
    const [{ id = '' } = {}] = await exported()
    await run(['show', id])
    await run(['retention', 'contact', '90'])
    await run(['erase', '--email', 'amina@example.com', '--yes'])
    const { out } = await run(['audit'])
    expect(out.match(/(?<=Command line +)\S+/g)).toEqual([
      'leads.erased',
      'lead.erased',
      'retention.changed',
      'lead.viewed',
      'leads.exported',
    ])
    expect(out).not.toContain('amina')
    const checked = await run(['audit', '--verify'])
    expect(checked).toMatchObject({ code: 0, out: expect.stringMatching(/^5 entries are as /) })
    const head = /5:[0-9a-f]{64}/.exec(checked.out)?.[0] ?? ''
    expect(await run(['audit', '--verify', '--head', head])).toMatchObject({ code: 0 })

    const cut = 'delete from lead_audit where seq = 5'
    if (postgres) await postgres.query(cut)
    else {
      const database = new Database(join(dataDir, 'leads.db'))
      database.exec(cut)
      database.close()
    }
    expect(await run(['audit', '--verify', '--head', head])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Entry 5 of the audit log is missing'),
    })
    expect(await run(['audit', '--accept'])).toMatchObject({ code: 0 })
    expect(await run(['audit', '--verify'])).toMatchObject({ code: 0 })
    expect((await run(['audit', '--verify', '--head', 'x'])).code).toBe(2)
  })

  it('are counted by form and state', async () => {
    const leads = await open(endpoint.url)
    await submit(leads, submission({ name: 'Amina' }))
    await submit(leads, submission({ name: 'Bilal' }, { form: 'contact', delivered: false }))
    await submit(leads, submission({ name: 'a machine' }, { spam: true }))
    const rows = (await run(['stats'])).out.split('\n').map((line) => line.split(/ {2,}/))
    expect(rows.slice(1, 4)).toEqual([
      ['contact', 'stored', '1'],
      ['waitlist', 'delivered', '1'],
      ['waitlist', 'spam', '1'],
    ])
    expect((await run(['stats'])).out).toContain('pending: none')
    endpoint.answer = status(500)
    await submit(leads, submission({ name: 'Maryam' }))
    expect((await run(['stats'])).out).toMatch(/pending: 0 d 0 h 0 min, since \d{4}-/)
  })

  it('are read a page at a time, each once, while others come in', async () => {
    const leads = await open()
    const names = Array.from({ length: 250 }, (_, index) => `visitor ${index}`)
    for (const name of names) await leads.receive(submission({ name }))
    const reading = exported()
    const writing = leads.receive(submission({ name: 'late' }))
    const read = (await reading).map(({ payload }) => payload.name)
    await writing
    expect(read.filter((name) => name !== 'late').sort()).toEqual(names.sort())
  })
})

describe('a backup', () => {
  it('holds what was acknowledged before, and is its owner’s alone', async () => {
    const leads = await open()
    await submit(leads, submission({ name: 'Amina' }))
    const file = join(dataDir, 'backup.db')
    expect(await run(['backup', file])).toMatchObject({ code: 0, err: '' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('backup'))).toEqual(['backup.db'])
    const before = readFileSync(file)
    expect(await run(['backup', file])).toMatchObject({ code: 1, out: '' })
    expect(readFileSync(file)).toEqual(before)
  })

  it('that can’t be written leaves nothing behind', async () => {
    await open()
    const { code, err } = await run(['backup', join(dataDir, 'none', 'backup.db')])
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^leads: [^\n]+\n$/),
    })
  })

  it.runIf(hasPostgres)('of PostgreSQL is left to its own program', async () => {
    postgres = await testPostgres()
    const { code, err } = await run(['backup', join(dataDir, 'backup.db')])
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('pg_dump') })
  })
})

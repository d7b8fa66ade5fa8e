import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ActionData, firstTouchField, honeypotField } from '../forms/action-data.ts'
import { formValues, payloadOf } from '../forms/testing/form-values.ts'
import { waitlist } from '../forms/waitlist.ts'
import { createLeads, type Leads } from '../leads.ts'
import type { LeadRow } from '../store/database/tables.ts'
import { changeDatabase } from '../testing/change-database.ts'
import { startEndpoint, status, type TestEndpoint } from '../testing/test-endpoint.ts'
import { handleForm } from './handle-form.ts'
import type { RateLimit } from './rate-limit.ts'

let dataDir: string
let endpoint: TestEndpoint
let leads: Leads

async function open(rateLimit: RateLimit = 'off') {
  const log = pino({ level: 'silent' })
  leads = await createLeads({ dataDir, endpointUrl: endpoint.url, rateLimit, log })
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'forms-'))
  endpoint = await startEndpoint()
  await open()
})
afterEach(async () => {
  await leads.close()
  await endpoint.close()
  rmSync(dataDir, { recursive: true, force: true })
})

function stored(): LeadRow[] {
  const database = new Database(join(dataDir, 'leads.db'), { timeout: 5_000 })
  const rows = database.prepare('select * from lead order by id').all([]) as LeadRow[]
  database.close()
  return rows
}

/** Sends a form to `handleForm`, and returns the response's status, headers, and body. */
async function submit(
  body: BodyInit,
  headers: Record<string, string> = {},
  clientNetwork = '',
  code?: string,
) {
  const request = new Request('http://halvi.test/waitlist', { method: 'POST', body, headers })
  const language = code ? { code } : undefined
  const log = pino({ level: 'silent' })
  const context = { leads, clientNetwork, log, ...(language && { language }) }
  const response = await handleForm(waitlist, { request, context, params: {} })
  const answer: ActionData | undefined = response.body ? await response.json() : undefined
  return { status: response.status, headers: response.headers, answer }
}

const valid = { name: 'Amina', email: 'amina@example.com', interests: ['openStore'] }

const fields = (changes: Record<string, string> = {}) =>
  new URLSearchParams({ ...valid, interests: 'openStore', ...changes })

describe('a valid form', () => {
  it('is stored, delivered, and redirected to its confirmation', async () => {
    const { status, headers } = await submit(fields())
    expect(status).toBe(303)
    expect(headers.get('location')).toBe('/confirmation')
    expect(stored()).toMatchObject([{ form: 'waitlist', state: 'delivered', spam: 0 }])
    expect(JSON.parse(endpoint.received[0]?.body ?? '')).toEqual(payloadOf(waitlist, valid))
  })

  it('may be multipart', async () => {
    const form = new FormData()
    for (const [name, value] of fields()) form.append(name, value)
    form.append('interests', 'shopOnHalvi')
    expect((await submit(form)).status).toBe(303)
    expect(JSON.parse(stored()[0]?.payload ?? '').interests).toMatch(/^Open .*, Shop /)
  })

  it('may have unknown and repeated fields', async () => {
    const body = `${fields()}&__proto__=x&constructor[name]=y&name=Second&email=second@example.com&interests=openStore`
    expect((await submit(new URLSearchParams(body))).status).toBe(303)
    expect(JSON.parse(stored()[0]?.payload ?? '')).toMatchObject({
      name: 'Amina',
      email: 'amina@example.com',
      interests: 'Open my store for online orders',
    })
  })

  it('is the same with line ends of a script and of a browser', async () => {
    await submit(fields({ custom_interest: 'one\r\ntwo' }))
    await submit(fields({ custom_interest: 'one\ntwo' }))
    expect(stored()).toHaveLength(1)
    expect(JSON.parse(stored()[0]?.payload ?? '').custom_interest).toBe('one\ntwo')
  })

  it('is stored as entered, without NUL and invisible characters around it', async () => {
    const name = '😀 <script>alert(1)</script> =cmd|x\t"\'\\'
    expect((await submit(fields({ name: `\0\u202e${name}\0` }))).status).toBe(303)
    expect(JSON.parse(stored()[0]?.payload ?? '').name).toBe(name)
  })

  it.each([
    ['amina\u200b@example.com', 'amina@example.com'],
    ['mailto:amina＠example.com\u200e', 'amina@example.com'],
    ['amina@münchen.example', 'amina@xn--mnchen-3ya.example'],
  ])('is stored and sent with a clean email address: %j', async (typed, email) => {
    expect((await submit(fields({ email: typed }))).status).toBe(303)
    expect((await submit(fields({ email }))).status).toBe(303)
    expect(stored().map(({ payload }) => JSON.parse(payload).email)).toEqual([email])
    expect(endpoint.received.map(({ body }) => JSON.parse(body).email)).toEqual([email])
  })
})

describe('a submission of spam', () => {
  it('is marked, stored, confirmed like other leads, and not delivered', async () => {
    const { status, headers } = await submit(fields({ [honeypotField]: 'https://spam.example' }))
    expect([status, headers.get('location')]).toEqual([303, '/confirmation'])
    expect(stored()).toMatchObject([{ spam: 1, state: 'stored' }])
    expect(endpoint.received).toEqual([])
  })
})

describe('an invalid form', () => {
  it('is returned with all errors and all entered values', async () => {
    const { status, headers, answer } = await submit(
      fields({ name: ' ', email: 'amina', custom_interest: 'x\r\ny' }),
    )
    expect(status).toBe(400)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(answer).toEqual({
      message: 'required',
      errors: [
        { field: 'name', message: 'nameMissing', isMissing: true },
        { field: 'email', message: 'malformedEmail' },
      ],
      values: {
        ...formValues(waitlist, { ...valid, name: ' ', email: 'amina', custom_interest: 'x\ny' }),
        first_touch: '',
      },
    })
    expect(stored()).toEqual([])
  })

  it('is returned exactly as typed, including invisible characters', async () => {
    const typed = { name: '\u3164', email: '\u200bamina' }
    const { status, answer } = await submit(
      fields({ ...typed, interests: '', custom_interest: '\u2800' }),
    )
    expect(status).toBe(400)
    expect(answer?.errors?.map(({ field }) => field)).toEqual(['name', 'email', 'interests'])
    expect(answer?.values).toMatchObject({ ...typed, custom_interest: '\u2800' })
    expect(stored()).toEqual([])
  })

  it.each([
    [400, new URLSearchParams(), { 'Content-Length': '5' }],
    [400, 'name=%FF', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    [413, new URLSearchParams({ name: 'a'.repeat(100_000) }), {}],
    [415, '{"name":"Amina"}', { 'Content-Type': 'application/json' }],
  ])('gets %i if it cannot be read', async (expected, body, headers) => {
    const { status, answer } = await submit(body, headers as Record<string, string>)
    expect(status).toBe(expected)
    expect(answer).toEqual({ message: expect.any(String) })
    expect(stored()).toEqual([])
  })
})

describe('a form that cannot be delivered', () => {
  it('gets 502, is stored, and succeeds when submitted again', async () => {
    endpoint.answer = status(500)
    const { status: failed, answer } = await submit(fields())
    expect(failed).toBe(502)
    expect(answer).toMatchObject({ message: 'failed', values: { name: 'Amina' } })
    expect(stored()).toMatchObject([{ state: 'pending' }])
    endpoint.answer = status(200)
    expect((await submit(fields())).status).toBe(303)
    expect(stored()).toMatchObject([{ state: 'delivered' }])
  })

  it('gets 503 if it cannot be stored', async () => {
    await changeDatabase(dataDir, 'drop table lead')
    const { status: failed, answer } = await submit(fields())
    expect(failed).toBe(503)
    expect(answer).toMatchObject({ message: 'failed', values: { name: 'Amina' } })
    expect(endpoint.received).toEqual([])
  })
})

it('a submission over the limit gets 429 with Retry-After', async () => {
  await leads.close()
  await open({ submissions: 2, seconds: 60 })
  await submit(fields(), {}, '192.0.2.1')
  await submit(fields({ name: '' }), {}, '192.0.2.1')
  const { status, headers, answer } = await submit(fields({ name: 'Third' }), {}, '192.0.2.1')
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(50)
  expect(answer).toMatchObject({ message: 'tooMany', minutes: 1, values: { name: 'Third' } })
  expect(stored()).toHaveLength(1)
  expect((await submit(fields({ name: 'Third' }), {}, '192.0.2.2')).status).toBe(303)
})

describe('the language of the page', () => {
  const inLanguage = (code?: string) => submit(fields(), {}, '', code)

  it.each([
    ['ar', 'ar'],
    [undefined, 'en'],
    ['x'.repeat(100), 'x'.repeat(35)],
  ])('%s is stored with the lead as %s, and not delivered', async (code, language) => {
    await inLanguage(code)
    expect(stored()).toMatchObject([{ language }])
    expect(JSON.parse(endpoint.received[0]?.body ?? '')).toEqual(payloadOf(waitlist, valid))
  })

  it.each([
    ['/ar', 'Path=/ar/confirmation;'],
    ['', 'Path=/confirmation;'],
  ])('decides where the browser sends the cookie: %s', async (prefix, path) => {
    const answering = {
      ...{ consume: async () => 0, hashNetwork: async () => '', responded() {} },
      async receive(_: unknown, onStored?: (id: string) => void) {
        onStored?.(crypto.randomUUID())
        return 'taken' as const
      },
    }
    const log = pino({ level: 'silent' })
    const addressOf = (path: string) => prefix + path
    const context = { leads: answering, clientNetwork: '', log, addressOf }
    const request = new Request('http://halvi.test/waitlist', { method: 'POST', body: fields() })
    const { headers } = await handleForm(waitlist, { request, context, params: {} })
    expect(headers.get('set-cookie')).toContain(path)
  })

  it('is the one of the first submission', async () => {
    await inLanguage('ar')
    await inLanguage('es')
    expect(stored()).toMatchObject([{ language: 'ar' }])
  })
})

describe('the first touch of a visitor', () => {
  const touches = () => stored().map(({ first_touch }) => first_touch && JSON.parse(first_touch))
  const referer = 'https://halvi.test/waitlist?utm_source=flyer&utm_campaign=Eid+2026&email=a@b.c'

  it('is stored with the lead, and not delivered', async () => {
    const field =
      'utm_source=instagram&utm_campaign=spring&utm_referrer=l.instagram.com&utm_landing=/'
    await submit(fields({ [firstTouchField]: field }), { Referer: referer })
    expect(touches()).toEqual([
      { source: 'instagram', campaign: 'spring', referrer: 'l.instagram.com', landing: '/' },
    ])
    expect(endpoint.received[0]?.body).not.toContain('spring')
  })

  it('is read from the page’s URL if no script filled in the field', async () => {
    await submit(fields(), { Referer: referer })
    expect(touches()).toEqual([{ source: 'flyer', campaign: 'Eid 2026' }])
  })

  it('is the one of the first submission', async () => {
    await submit(fields({ [firstTouchField]: 'utm_source=first' }))
    await submit(fields({ [firstTouchField]: 'utm_source=second' }))
    expect(touches()).toEqual([{ source: 'first' }])
  })

  it.each([
    ['nothing', ''],
    ['no parameters', '%%%'],
    ['only spaces', 'utm_source=%20%00%0a'],
    ['an invalid host', 'utm_referrer=<script>'],
    ['an invalid path', 'utm_landing=javascript:alert(1)'],
    ['parameters of other sites', 'gclid=1&constructor=x&__proto__=y'],
  ])('is omitted for %s', async (_what, field) => {
    expect((await submit(fields({ [firstTouchField]: field }))).status).toBe(303)
    expect(touches()).toEqual([null])
  })

  it('is truncated if it is long', async () => {
    await submit(fields({ [firstTouchField]: `utm_source=${'🌙'.repeat(2_000)}` }))
    const [touch] = touches()
    expect(touch.source.length).toBeLessThanOrEqual(200)
    expect(touch.source.isWellFormed()).toBe(true)
  })
})

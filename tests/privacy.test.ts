import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startEndpoint, status } from '../packages/leads/testing/test-endpoint.ts'
import { testPostgres } from '../packages/leads/testing/test-postgres.ts'
import { forms as siteForms } from './faults/forms.ts'
import { copyPreparedLake } from './prepared-lake.ts'
import { lakeTokenOf, type RunningSite, runSite, startSite } from './running-site.ts'
import { until } from './until.ts'

const postgres = await testPostgres()
afterAll(() => postgres?.drop())
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const end of cleanups.splice(0).reverse()) await end()
})

async function start(
  settings: Record<string, string>,
  data?: 'new' | 'filled',
): Promise<RunningSite> {
  const site = await startSite({ LOG_LEVEL: 'trace', ...settings }, { data })
  cleanups.push(() => site.remove())
  return site
}

/** A text in all form values and secrets of these tests. Nothing else contains it. */
const canary = 'canary7f'

const ownBusinessType = { custom_business_type: `${canary} tailor` }

/** Valid fields for each form. Every text field and the email address contain the canary. */
const forms: Record<string, Record<string, string>> = Object.fromEntries(
  siteForms.map(({ path, validFields, textFields }) => {
    const entries = textFields.map((name) => [name, `${canary} ${name}`])
    const more = path === '/onboarding' ? ownBusinessType : {}
    const email = `${canary}@example.com`
    return [path, { ...validFields, ...Object.fromEntries(entries), ...more, email }]
  }),
)

/**
 * Sends a request and checks that the response does not contain the canary. Only a form that is shown again may
 * contain it in its body, and must not be cached.
 */
async function ask(url: string, init: RequestInit = {}, own = false) {
  const response = await fetch(url, { redirect: 'manual', ...init })
  const body = await response.text()
  expect(JSON.stringify([...response.headers])).not.toContain(canary)
  if (own && response.status !== 303) expect(response.headers.get('cache-control')).toBe('no-store')
  else expect(body.includes(canary), `${init.method ?? 'GET'} ${response.status}`).toBe(false)
  return response.status
}

const post = (url: string, body: BodyInit, headers: Record<string, string> = {}, own = false) =>
  ask(url, { method: 'POST', body, headers }, own)

const urlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' }

describe('the input of a visitor', () => {
  it('is not in the log, metrics, headers, URLs, or other pages, in any case', {
    timeout: 60_000,
  }, async () => {
    const endpoint = await startEndpoint()
    cleanups.push(() => endpoint.close())
    const site = await start({
      FORM_ENDPOINT_URL: endpoint.url,
      RATE_LIMIT: '20/10m',
      METRICS_TOKEN: 'a-token-for-metrics',
    })

    for (const [path, fields] of Object.entries(forms)) {
      const url = site.url + path
      const filled = new URLSearchParams(fields)
      const delivered = ['/waitlist', '/onboarding'].includes(path)
      const invalid = new URLSearchParams({ ...fields, email: `${canary} is no address` })
      expect(await post(url, invalid, {}, true), path).toBe(400)
      endpoint.answer = status(500)
      expect(await post(url, filled, {}, true), path).toBe(delivered ? 502 : 303)
      endpoint.answer = status(200)
      expect(await post(url, filled), path).toBe(303)
      expect(await post(url, `${filled}&x=${'x'.repeat(100_000)}`, urlencoded), path).toBe(413)
      expect(await post(url, `${filled}&name=%FF`, urlencoded), path).toBe(400)
      expect(await post(url, JSON.stringify(fields), { 'Content-Type': 'application/json' })).toBe(
        415,
      )
      const file = new FormData()
      file.set('name', new Blob([canary]), `${canary}.txt`)
      expect(await post(url, file), path).toBe(415)
      expect(await post(url, filled, { Origin: `https://${canary}.example` }), path).toBe(403)
      expect(await ask(url, { method: 'PUT', body: filled }), path).toBe(405)
      // A value from a link is shown only in the response to that link.
      await fetch(`${url}?custom_interest=${canary}`)
      filled.delete('custom_interest')
      expect(await ask(`${url}?${filled}`, { headers: { Referer: `${url}?${filled}` } })).toBe(200)
      expect(await ask(url)).toBe(200)
      expect(await ask(`${site.url}/nothing?${filled}`)).toBe(404)
    }

    const contact = `${site.url}/support/contact`
    const message = new URLSearchParams(forms['/support/contact'])
    const own = async () => post(contact, message, {}, true).catch(() => 303)
    // The number of logged rejections per second is limited.
    const isLogged = () => site.lines.some((line) => line.includes('"status":429'))
    await until(async () => (await own()) === 429 && isLogged())

    const database = new Database(join(site.dataDir, 'leads.db'), { timeout: 5_000 })
    database.exec('drop table lead')
    database.close()
    const waitlist = new URLSearchParams(forms['/waitlist'])
    expect(await post(`${site.url}/waitlist`, waitlist, {}, true)).toBe(503)

    const authorization = { Authorization: 'Bearer a-token-for-metrics' }
    expect(await ask(`${site.url}/metrics`, { headers: authorization })).toBe(200)
    expect(endpoint.received.some(({ body }) => body.includes(canary))).toBe(true)

    await site.stop()
    const log = site.lines.join('\n')
    for (const message of ['"lead":', 'submission not stored', '"status":413', '"status":429']) {
      expect(log).toContain(message)
    }
    expect(log).not.toContain(canary)
  })

  it.runIf(postgres)('is not in the log of a PostgreSQL constraint violation', async () => {
    const site = await start({ DATABASE_URL: postgres?.url ?? '' })
    await postgres?.query('alter table lead add check (length(payload) < 5)')
    const fields = new URLSearchParams(forms['/support/contact'])
    expect(await post(`${site.url}/support/contact`, fields, {}, true)).toBe(503)
    await site.stop()
    expect(site.lines.join('\n')).toContain('violates check constraint')
    expect(site.lines.join('\n')).not.toContain(canary)
  })
})

describe('a secret', () => {
  it('of the form endpoint, the Studio, or the content is not in the log', async () => {
    const endpoint = await startEndpoint()
    cleanups.push(() => endpoint.close())
    const secret = Buffer.from(`${canary}-a-secret-of-24-bytes`).toString('base64')
    const url = endpoint.url.replace('//', `//halvi:${canary}@`)
    const settings = {
      FORM_ENDPOINT_URL: `${url}?key=${canary}`,
      FORM_ENDPOINT_SECRET: `whsec_${secret}`,
      METRICS_TOKEN: `${canary}-token-for-metrics`,
      STUDIO_PASSWORD: `${canary}-password`,
    }
    // With a new data folder, to include the log of a first start.
    const site = await start(settings, 'new')
    const send = () =>
      post(`${site.url}/waitlist`, new URLSearchParams(forms['/waitlist']), {}, true)
    endpoint.answer = status(302, { location: `http://127.0.0.1/?key=${canary}` })
    expect(await send()).toBe(502)
    endpoint.answer = (response) => response.destroy()
    expect(await send()).toBe(502)
    await endpoint.close()
    expect(await send()).toBe(502)
    expect(
      await ask(`${site.url}/metrics`, { headers: { Authorization: `Bearer ${canary}` } }),
    ).toBe(401)
    const token = lakeTokenOf(site)
    await ask(`${site.url}/v2025-02-19/data/query/production?query=*`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    await site.stop()
    const log = site.lines.join('\n')
    expect(endpoint.received).not.toEqual([])
    for (const hidden of [canary, secret, token]) expect(log).not.toContain(hidden)
    expect(log).not.toContain(Buffer.from(`halvi:${canary}`).toString('base64'))
  })

  const oneLine = /^halvi: [^\n]+\n$/

  it('in invalid settings is not in the error message', async () => {
    const wrong = {
      DATABASE_URL: `mysql://halvi:${canary}@localhost/none`,
      FORM_ENDPOINT_URL: `ftp://halvi:${canary}@localhost/forms`,
      FORM_ENDPOINT_SECRET: canary,
      STUDIO_PASSWORD: canary.slice(0, 7),
      METRICS_TOKEN: canary,
    }
    const { code, stdout, stderr } = await runSite(wrong)
    expect(code).toBe(1)
    expect(stderr).toMatch(oneLine)
    for (const name of Object.keys(wrong)) expect(stderr).toContain(name)
    expect(stdout + stderr).not.toContain(canary.slice(0, 7))
  })

  describe('in an unusable URL', () => {
    let dataDir: string
    // Prepared content, so that the starts do not import the seed.
    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'halvi-privacy-'))
      await copyPreparedLake(join(dataDir, 'lake'))
    })
    afterAll(() => rm(dataDir, { recursive: true }))

    it.each(['127.0.0.1', 'localhost'])(
      'is not in the log while PostgreSQL is unreachable at %s',
      async (host) => {
        const DATABASE_URL = `postgres://halvi:${canary}@${host}:1/none`
        const site = await startSite({ DATA_DIR: dataDir, DATABASE_URL })
        await site.stop()
        expect(site.lines.join('\n')).toContain('ECONNREFUSED')
        expect(site.lines.join('\n')).not.toContain(canary.slice(0, 7))
      },
    )

    it.each([
      ['DATABASE_URL', `postgres://halvi:${canary}%zz@localhost:1/none`],
      ['FORM_ENDPOINT_URL', `http://halvi:${canary}%zz@localhost/forms`],
    ])('is not in the error message: %s=%s', async (name, value) => {
      const { code, stdout, stderr } = await runSite({ DATA_DIR: dataDir, [name]: value })
      expect(code).toBe(1)
      expect(stderr).toMatch(oneLine)
      expect(stdout + stderr).not.toContain(canary.slice(0, 7))
    })
  })
})

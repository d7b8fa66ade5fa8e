import { randomUUID } from 'node:crypto'
import { until } from 'halvi-kit/testing/until'
import { problem } from 'halvi-leads/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { plainMessage } from '../../packages/leads/mail/testing/test-mail.ts'
import { databaseKinds } from '../../packages/leads/staff/testing/test-index.ts'
import { testPostgres } from '../../packages/leads/testing/test-postgres.ts'
import { allEndpoints } from './endpoints.ts'
import { type StaffSite, startStaffSite } from './testing/staff-site.ts'

/** Texts that a user may enter in any field. PostgreSQL and SQLite handle the first three differently. */
const texts = [
  '\0',
  '\ud800',
  '%_\'"\\%00',
  '',
  'x'.repeat(10_000),
  '99999999999999999999',
  '__proto__',
  '0000-01-01T00:00:00Z',
]
/** The actor of the searches in these tests. */
const by = { id: 'amina', name: 'Amina' }

const textsOf = (kind: string) => (kind === 'PostgreSQL' ? texts.slice(0, 3) : texts)

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Invalid bodies. */
const bodies = [
  '',
  'null',
  '"text"',
  '[]',
  '{',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{}}}',
  deep(20_000),
  `{"filter":${deep(20_000)},"ids":${deep(9)}}`,
  `{"text":"${'x'.repeat(70_000)}"}`,
  '\ufeff{}',
  Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
]

// In this order, because the last ones change leads.
describe('hostile input', { shuffle: false }, () => {
  describe.each(databaseKinds)('over %s', (kind) => {
    const texts = textsOf(kind)
    let site: StaffSite
    let cookie: string
    let drop = async () => {}

    beforeAll(async () => {
      const postgres = kind === 'PostgreSQL' ? await testPostgres() : undefined
      drop = async () => postgres?.drop()
      site = await startStaffSite({
        ...(postgres && { databaseUrl: postgres.url }),
        mail: { siteUrl: () => 'https://halvi.test', render: plainMessage, confirms: true },
      })
      cookie = await site.signIn()
      const payload = { type: 'contact_message', name: 'Amina', email: 'amina@example.com' }
      await site.leads.receive({ form: 'contact', payload, spam: false, delivered: false })
      await until(async () =>
        expect((await site.leads.staff.messages({ limit: 1 }, by)).messages).toHaveLength(1),
      )
    })
    afterAll(async () => {
      await site.close()
      await drop()
    })

    /** Sends a request and expects a valid JSON response without a 5xx status. */
    async function ask(method: string, path: string, body?: string | Buffer, headers = {}) {
      const response = await fetch(`${site.url}/staff/v1${path}`, {
        method,
        headers: { cookie, origin: site.url, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: body as BodyInit }),
      })
      const text = await response.text()
      const { status } = response
      expect(status, `${method} ${path.slice(0, 80)} ${String(body).slice(0, 80)}`).toBeLessThan(
        500,
      )
      if (status >= 400) expect(problem.safeParse(JSON.parse(text)).error).toBeUndefined()
      return { status, text }
    }

    it('in a query parameter gets a valid response', async () => {
      for (const { method, path, query } of allEndpoints) {
        if (method !== 'GET' || !query) continue
        for (const name of [...Object.keys(query.shape), 'unknown']) {
          const asks = texts.map((text) => {
            const params = new URLSearchParams([[name, text]])
            return ask(method, `${path}?${params}`)
          })
          asks.push(
            ask(method, `${path}?${name}=1&${name}=2`),
            ask(method, `${path}?${name}=%ff%zz`),
          )
          const answers = await Promise.all(asks)
          if (name === 'unknown') for (const { status } of answers) expect(status).toBe(400)
        }
      }
    })

    it('in a path gets a valid response', async () => {
      for (const { method, path, body } of allEndpoints) {
        if (!path.includes(':')) continue
        for (const text of texts) {
          const [before, after] = path.split(/:\w+/)
          const { status } = await ask(
            method,
            `${before}${encodeURIComponent(text.replace('\ud800', '\ufffd'))}${after}`,
            body && '{}',
          )
          expect(status).toBeGreaterThanOrEqual(200)
        }
      }
      expect((await ask('GET', '/leads/%zz')).status).toBe(400)
      expect((await ask('GET', '/leads/%00')).status).toBe(404)
    })

    it.runIf(kind === 'SQLite')('in a body is rejected and changes nothing', async () => {
      for (const { method, path, body } of allEndpoints) {
        if (!body) continue
        const at = path.replace(/:\w+/, 'none')
        // All endpoints read their bodies with one function.
        for (const sent of path === '/leads/bulk' ? bodies : bodies.slice(0, 4)) {
          expect([400, 413]).toContain((await ask(method, at, sent)).status)
        }
        expect((await ask(method, at, 'a=1', { 'content-type': 'text/plain' })).status).toBe(415)
        const zipped = { 'content-encoding': 'gzip' }
        expect((await ask(method, at, 'x', zipped)).status).toBe(415)
      }
      const { entries } = await site.leads.audit.list({ limit: 200 })
      const { leads } = await site.leads.staff.list({ sort: 'newest', limit: 10 }, by)
      expect(leads).toMatchObject([{ status: 'new', revision: 1 }])
      const reads = ['leads.searched', 'leads.counted', 'lead.viewed', 'lead.replayed']
      reads.push('messages.listed', 'applicants.listed')
      expect(entries.filter(({ action }) => !reads.includes(action))).toEqual([])
    })

    it('in a field of a body gets a valid response', async () => {
      const { leads } = await site.leads.staff.list({ sort: 'newest', limit: 1 }, by)
      const id = leads[0]?.id ?? ''
      for (const { method, path, body } of allEndpoints) {
        if (!(body instanceof z.ZodObject)) continue
        for (const name of Object.keys(body.shape)) {
          await Promise.all(
            [...texts, 1e308, [], {}, [null], { q: '\0' }].map((value) =>
              ask(method, path.replace(':id', id), JSON.stringify({ [name]: value })),
            ),
          )
        }
      }
      for (const text of texts.slice(0, 5)) {
        const view = { name: text, query: text }
        await ask('POST', '/views', JSON.stringify(view))
        await ask('POST', `/leads/${id}/notes`, JSON.stringify({ text }))
        const reply = { id: randomUUID(), subject: text, text }
        await ask('POST', `/leads/${id}/reply`, JSON.stringify(reply))
        const filter = { q: text, form: [text], source: [text], topic: [text], owner: [text] }
        const change = JSON.stringify({ filter, status: 'new' })
        await ask('POST', '/leads/bulk', change)
        await ask('POST', '/waves/preview', JSON.stringify({ count: 1, ids: [text] }))
        const wave = { id: randomUUID(), name: text, count: 1, perHour: 1 }
        await ask('POST', '/waves', JSON.stringify(wave))
        await ask('POST', '/leads/about', JSON.stringify({ email: `${text}@` }))
      }
    })

    it('causes no logged errors', () => {
      expect(site.errors).toEqual([])
    })
  })
})

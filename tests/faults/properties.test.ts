import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanText } from '../../packages/leads/clean-text.ts'
import { type RunningSite, startSite } from '../running-site.ts'
import { newestLead } from '../stored-leads.ts'
import { forms, namesOf } from './forms.ts'

let site: RunningSite
beforeAll(async () => {
  site = await startSite()
}, 60_000)
afterAll(() => site.remove())

const runs = { numRuns: 100 }
const timeoutMs = 900_000

async function post(path: string, body: BodyInit, headers: Record<string, string> = {}) {
  const init = { method: 'POST', body, headers, redirect: 'manual' as const }
  const response = await fetch(site.url + path, init)
  await response.arrayBuffer()
  return response.status
}

/** Generates text, often with characters that are known to cause problems. */
const words = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(
        '\0',
        '\u202e',
        'مرحبا',
        '🕌🏽',
        '👩‍👩‍👧',
        '\ufeff',
        '\u2028',
        '\ufffe',
        '%00',
        '&a=b',
      ),
      fc.constantFrom('=1+1', '</textarea><script>', '\r\nBcc: a@b.c', "'); drop table lead; --"),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''))

/** Generates values for a required field, most of them valid. */
const entry = fc.oneof({ arbitrary: words.map((text) => `a${text}z`), weight: 20 }, words)

/** Returns the text as it is stored: without NUL, with LF line ends, trimmed of invisible characters. */
const kept = (text: string) => cleanText(text.replaceAll('\0', '').replace(/\r\n?/g, '\n'))

describe.each(forms)('$path', (form) => {
  const { path, validFields, textFields } = form
  const names = namesOf(form)

  it(
    'stores every field as it was sent, or returns 400 and stores nothing',
    async () => {
      const statuses = new Set<number>()
      const entered = fc.record(Object.fromEntries(textFields.map((name) => [name, entry])))
      await fc.assert(
        fc.asyncProperty(entered, fc.uuid(), fc.boolean(), async (entered, id, multipart) => {
          const email = `${id}@example.com`
          const fields = { ...validFields, ...entered, email }
          const body = multipart ? new FormData() : new URLSearchParams()
          for (const [name, value] of Object.entries(fields)) body.append(name, value)
          const status = await post(path, body)
          statuses.add(status)
          expect([303, 400]).toContain(status)
          const { payload } = newestLead(site.dataDir) ?? {}
          expect(payload?.email === email).toBe(status === 303)
          if (status === 400) return
          for (const name of textFields) {
            // An optional field without a value is left out of the payload.
            expect(payload?.[name] ?? '', name).toBe(kept(entered[name] ?? ''))
          }
        }),
        runs,
      )
      expect(statuses).toContain(303)
    },
    timeoutMs,
  )

  it(
    'rejects a lone surrogate in any field with 400',
    async () => {
      const surrogate = fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => {
        const bytes = [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 63), 0x80 | (unit & 63)]
        return bytes.map((byte) => `%${byte.toString(16)}`).join('')
      })
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...names),
          words,
          surrogate,
          async (name, words, surrogate) => {
            const before = newestLead(site.dataDir)
            const body = `${new URLSearchParams(validFields)}&${name}=${encodeURIComponent(words)}${surrogate}`
            expect(await post(path, body, headers)).toBe(400)
            expect(newestLead(site.dataDir)).toEqual(before)
          },
        ),
        runs,
      )
    },
    timeoutMs,
  )
})

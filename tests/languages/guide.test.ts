import { readFileSync } from 'node:fs'
import type { SanityClient } from '@sanity/client'
import { root } from 'halvi-site/root'
import { defaultWords } from 'halvi-site/words/words'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSmtp, type TestSmtp } from '../../packages/leads/mail/testing/test-smtp.ts'
import { mailSettings } from '../applicant-mail.ts'
import { type RunningSite, startSite } from '../running-site.ts'
import { contentOf } from '../site-content.ts'
import { until } from '../until.ts'
import { englishTexts } from './english-texts.ts'

const guide = readFileSync(`${root}docs/how-to/language.md`, 'utf8')
/** The texts of the guide, by their English originals. */
const texts = new Map(
  readFileSync(`${root}docs/how-to/urdu.tsv`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t').slice(2) as [string, string]),
)
const [, code = ''] = /: `(\w+)` for\s+`\/ur/.exec(guide) ?? []
const [, name = ''] = /choose: `(.+?)`/.exec(guide) ?? []
const [, letters = ''] = /lines: `(\w+)`/.exec(guide) ?? []

let site: RunningSite
let smtp: TestSmtp
let content: SanityClient
beforeAll(async () => {
  smtp = await startSmtp()
  site = await startSite(mailSettings(smtp))
  content = contentOf(site)
  const language = { _key: code, _type: 'siteLanguage', code, name, letters, isOff: true }
  await content.patch('siteSettings').insert('after', 'languages[-1]', [language]).commit()
  await content.createOrReplace({ ...urduWords(), _id: 'words-ur', _type: 'words', language: code })
  for (const id of ['waitlistPage', 'siteSettings', 'notFoundPage', 'message-confirm'])
    await translate(id)
})
afterAll(async () => {
  await site.remove()
  await smtp.close()
})

/** Returns a value with the texts of the guide in place of the English ones. */
function translated<Value>(value: Value): Value {
  if (typeof value === 'string') {
    const text = value.trim()
    return value.replace(text, () => texts.get(text) ?? text) as Value
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(translated) as Value
  const entries = Object.entries(value).map(([key, inner]) => [key, translated(inner)])
  return Object.fromEntries(entries)
}

/** Returns the words that the guide has. */
function urduWords() {
  const groups = Object.entries(defaultWords).map(([group, words]) => {
    const known = Object.entries(words).filter(([, text]) => texts.has(text))
    return [group, translated(Object.fromEntries(known))]
  })
  return Object.fromEntries(groups)
}

async function translate(id: string) {
  const { _rev, _createdAt, _updatedAt, ...original } = (await content.getDocument(id)) ?? {}
  const { _type } = original as { _type: string }
  const translation = { ...translated(original), _id: `${id}-ur`, _type, language: code }
  await content.createOrReplace(translation)
  const entry = {
    ...{ _key: code, _type: 'internationalizedArrayReferenceValue', language: code },
    value: { _type: 'reference', _ref: `${id}-ur`, _weak: true },
  }
  await content.patch(`translations-${id}`).insert('after', 'translations[-1]', [entry]).commit()
}

async function get(path: string, init: RequestInit = {}) {
  const response = await fetch(site.url + path, { ...init, redirect: 'manual' })
  const { status, headers } = response
  return {
    status,
    location: headers.get('location')?.replace(site.url, ''),
    html: await response.text(),
  }
}

const post = (path: string, fields: Record<string, string>) =>
  get(path, { method: 'POST', body: new URLSearchParams(fields) })

/** Names of services, an example, and what the page has for readers of other languages. */
const names = [
  // After Halvi, which all languages share.
  /^ (?:Local|Mall|Eats|Rides|Professionals)$/,
  /@yourname|name@example\.com/g,
  /Leer esta página en español|No, gracias|Español/g,
]

/** Returns the languages and addresses of a page's alternates. */
const alternates = (html: string) =>
  [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="https?:\/\/[^/]+([^"]*)"/gi)]
    .map(([, language, path]) => `${language} ${path}`)
    .sort()

// Each step continues the one before.
describe('the guide', { shuffle: false }, () => {
  it('a language that is turned off leads to the English pages', async () => {
    expect([code, name, letters]).toEqual(['ur', 'اردو', 'nastaliq'])
    expect((await get('/ur/waitlist')).status).toBe(302)
    expect(await get('/ur/waitlist')).toMatchObject({ location: '/waitlist' })
    expect((await get('/waitlist')).html).not.toContain(name)
  })

  it('the texts of the guide make a page in Urdu without English', async () => {
    const on = `languages[code == "${code}"].isOff`
    await content
      .patch('siteSettings')
      .set({ [on]: false })
      .commit()
    expect((await get('/ur/waitlist')).status).toBe(200)
    const { html } = await get('/ur/waitlist')
    expect(html).toMatch(/<html[^>]* lang="ur" dir="rtl"[^>]* data-letters="nastaliq"/)
    expect(englishTexts(html, names)).toEqual([])
    const { html: error } = await post('/ur/waitlist', { email: 'a@' })
    expect(englishTexts(error, [...names, /\ba@/g])).toEqual([])
    // Links to other pages lead to English, and say so.
    expect(html).toMatch(
      /href="\/onboarding" hrefLang="en"[^>]*>|hrefLang="en"[^>]* href="\/onboarding"/i,
    )
    expect(html).toContain(texts.get('(in English)'))
    expect(html).not.toMatch(/href="\/ur\/(?!waitlist)/)
  })

  it('words without a translation are marked as English', async () => {
    const { optional } = defaultWords.forms
    await content.patch('words-ur').unset(['forms.optional']).commit()
    const english = `<span lang="en" dir="ltr">${optional}</span>`
    expect((await get('/ur/waitlist')).html).toContain(english)
  })

  it('other pages offer the language in its words, and its messages are in Urdu', async () => {
    const { html } = await get('/waitlist')
    expect(html).toMatch(/<aside [^>]*data-offer="ur"/)
    expect(html).toContain(texts.get('Read this page in English'))
    const values = { name: 'Amina', email: 'amina@example.com', interests: 'shopOnHalvi' }
    expect((await post('/ur/waitlist', values)).status).toBe(303)
    await until(() => smtp.received.length === 1)
    const [message] = smtp.received
    const own = [/\bAmina\b/g, /\b[A-F\d]{8}\b/g, /\bhalvi\.com\b/g]
    expect(englishTexts(`${message?.subject}\n${message?.html}`, own)).toEqual([])
  })

  it('its pages and their originals link to each other', async () => {
    const [urdu, english] = await Promise.all([get('/ur/waitlist'), get('/waitlist')])
    expect(alternates(urdu.html)).toContain('ur /ur/waitlist')
    expect(alternates(urdu.html)).toEqual(alternates(english.html))
    expect(english.html).toMatch(/<a href="\/ur\/waitlist" lang="ur" hrefLang="ur" dir="rtl"/i)
    const other = (await get('/support/faq')).html
    expect(other).not.toContain(name)
    expect(alternates(other).join()).not.toContain('ur ')
  })

  it('a page without a translation leads to the English page, and an unknown one is an error in Urdu', async () => {
    expect(await get('/ur/support/faq')).toMatchObject({ status: 302, location: '/support/faq' })
    const { status, html } = await get('/ur/nowhere')
    expect(status).toBe(404)
    expect(html).toContain('صفحہ نہیں ملا')
  })

  it('without the start page, the address of the language leads to the English start page', async () => {
    expect(await get('/ur')).toMatchObject({ status: 302, location: '/' })
    await translate('landingPage')
    expect((await get('/ur')).status).toBe(200)
    expect((await get('/ur')).html).toMatch(/<html[^>]* lang="ur" dir="rtl"/)
  })
})

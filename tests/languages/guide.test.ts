import { readFileSync } from 'node:fs'
import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultWords } from '../../app/words/words.ts'
import { root } from '../../server/root.ts'
import { type RunningSite, startSite } from '../running-site.ts'
import { contentOf } from '../site-content.ts'

const guide = readFileSync(`${root}docs/how-to/language.md`, 'utf8')
/** The texts of the guide's table, by their English originals. */
const texts = new Map(
  [...guide.matchAll(/^\| (.+) \| (.+) \|$/gm)]
    .slice(2)
    .map(([, english = '', urdu = '']) => [english, urdu]),
)
const [, code = ''] = /: `(\w+)` for\s+`\/ur/.exec(guide) ?? []
const [, name = ''] = /choose: `(.+?)`/.exec(guide) ?? []
const [, letters = ''] = /lines: `(\w+)`/.exec(guide) ?? []

let site: RunningSite
let content: SanityClient
beforeAll(async () => {
  site = await startSite()
  content = contentOf(site)
  const language = { _key: code, _type: 'siteLanguage', code, name, letters, isOff: true }
  await content.patch('siteSettings').insert('after', 'languages[-1]', [language]).commit()
  await content.createOrReplace({ ...urduWords(), _id: 'words-ur', _type: 'words', language: code })
  await translate('waitlistPage')
  await translate('notFoundPage')
})
afterAll(() => site.remove())

/** Returns a value with the texts of the guide in place of the English ones. */
function translated<Value>(value: Value): Value {
  if (typeof value === 'string') return (texts.get(value) ?? value) as Value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(translated) as Value
  const entries = Object.entries(value).map(([key, inner]) => [key, translated(inner)])
  return Object.fromEntries(entries)
}

/** Returns the words that the guide's table has. */
function urduWords() {
  const groups = Object.entries(defaultWords).map(([group, words]) => {
    const known = Object.entries(words).filter(([, text]) => texts.has(text))
    return [group, translated(Object.fromEntries(known))]
  })
  return Object.fromEntries(groups)
}

async function translate(id: string) {
  const { _rev, _createdAt, _updatedAt, ...original } = (await content.getDocument(id)) ?? {}
  const translation = { ...translated(original), _id: `${id}-ur`, _type: id, language: code }
  await content.createOrReplace(translation)
  const entry = {
    ...{ _key: code, _type: 'internationalizedArrayReferenceValue', language: code },
    value: { _type: 'reference', _ref: `${id}-ur`, _weak: true },
  }
  await content.patch(`translations-${id}`).insert('after', 'translations[-1]', [entry]).commit()
}

async function get(path: string) {
  const response = await fetch(site.url + path, { redirect: 'manual' })
  const { status, headers } = response
  return {
    status,
    location: headers.get('location')?.replace(site.url, ''),
    html: await response.text(),
  }
}

/** Returns the languages and addresses of a page's alternates. */
const alternates = (html: string) =>
  [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="https?:\/\/[^/]+([^"]*)"/gi)]
    .map(([, language, path]) => `${language} ${path}`)
    .sort()

it('a language that is turned off leads to the English pages', async () => {
  expect([code, name, letters, texts.size]).toEqual(['ur', 'اردو', 'nastaliq', 20])
  await expect.poll(async () => (await get('/ur/waitlist')).status).toBe(302)
  expect(await get('/ur/waitlist')).toMatchObject({ location: '/waitlist' })
  expect((await get('/waitlist')).html).not.toContain(name)
})

it('twenty texts make a page in Urdu', async () => {
  const on = `languages[code == "${code}"].isOff`
  await content
    .patch('siteSettings')
    .set({ [on]: false })
    .commit()
  await expect.poll(async () => (await get('/ur/waitlist')).status).toBe(200)
  const { html } = await get('/ur/waitlist')
  expect(html).toMatch(/<html[^>]* lang="ur" dir="rtl"[^>]* data-letters="nastaliq"/)
  for (const urdu of [...texts.values()].slice(0, 15)) expect(html).toContain(urdu)
  // Words and menus without a translation are marked as English.
  const { optional } = defaultWords.forms
  expect(html).toContain(`<span lang="en" dir="ltr">${optional}</span>`)
  // Links to other pages lead to English, and say so.
  expect(html).toMatch(
    /href="\/onboarding" hrefLang="en"[^>]*>|hrefLang="en"[^>]* href="\/onboarding"/i,
  )
  expect(html).toContain('(in English)')
  expect(html).not.toMatch(/href="\/ur\/(?!waitlist)/)
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
  await expect.poll(async () => (await get('/ur')).status).toBe(200)
  expect((await get('/ur')).html).toMatch(/<html[^>]* lang="ur" dir="rtl"/)
})

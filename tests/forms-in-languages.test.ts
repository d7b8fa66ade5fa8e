import { defaultWords } from 'halvi-site/words/words'
import Database from 'libsql'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RunningSite, startSite } from './running-site.ts'
import { contentOf } from './site-content.ts'
import { storedLeads } from './stored-leads.ts'

let site: RunningSite
const words = {
  ...{ _id: 'words-ar', _type: 'words', language: 'ar' },
  forms: { tooLong: 'اختصر «{label}» إلى {max, number} حرف', optional: '(اختياري)' },
  waitlist: { name: 'الاسم', required: 'اكتب اسمك وبريدك', openStore: 'فتح متجري' },
}

beforeAll(async () => {
  site = await startSite()
  const editor = contentOf(site)
  const transaction = editor.transaction()
  for (const type of ['waitlistPage', 'confirmationPage']) {
    const original = await editor.getDocument(type)
    transaction.createOrReplace({
      ...{ ...original, _id: `${type}-ar`, _type: type },
      language: 'ar',
    })
  }
  transaction.createOrReplace(words)
  await transaction.commit()
}, 60_000)
beforeEach(async () => {
  const languages = [{ _key: 'ar', _type: 'siteLanguage', code: 'ar', name: 'العربية' }]
  await contentOf(site).patch('siteSettings').set({ languages }).commit()
})
afterAll(() => site.remove())

const send = async (path: string, fields: Record<string, string>) => {
  const init = { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' as const }
  const response = await fetch(site.url + path, init)
  const body = await response.text()
  return { status: response.status, location: response.headers.get('location'), body }
}
const valid = { name: 'أمينة', email: 'amina@example.com', interests: 'openStore' }

const statusInArabic = async () =>
  (await fetch(`${site.url}/ar/waitlist`, { redirect: 'manual' })).status

/** Sends the Arabic form after Arabic was turned off or removed. Expects errors in English and a stored lead. */
async function expectAccepted(email: string, language: string) {
  const rejected = await send('/ar/waitlist', { ...valid, email, name: '' })
  expect(rejected.status).toBe(400)
  expect(rejected.body).toMatch(/<html[^>]* lang="en"/)
  expect(rejected.body).toContain(defaultWords.waitlist.nameMissing)
  expect(rejected.body).toMatch(/<form[^>]*action="\/waitlist"/)
  expect(rejected.body).not.toMatch(/(href|action)="\/ar[/"]/)
  expect(await send('/ar/waitlist', { ...valid, email })).toMatchObject({
    ...{ status: 303, location: '/confirmation' },
  })
  expect(storedLeads(site.dataDir).at(-1)?.payload.email).toBe(email)
  expect(storedLanguages().at(-1)).toEqual({ language })
}

function storedLanguages() {
  const database = new Database(`${site.dataDir}/leads.db`, { readonly: true, timeout: 5_000 })
  const rows = database.prepare('select language from lead order by id').all([])
  database.close()
  return rows
}

describe('a form in another language', () => {
  it('has its words, sends to its own address, and keeps drafts at one path', async () => {
    const page = await (await fetch(`${site.url}/ar/waitlist`)).text()
    expect(page).toMatch(/<html[^>]* lang="ar"[^>]* dir="rtl"/)
    expect(/<form[^>]*id="waitlist"[^>]*>/.exec(page)?.[0]).toMatch(
      /action="\/ar\/waitlist".* data-path="\/waitlist"/,
    )
    expect(page).toContain(words.waitlist.openStore)
    const { shopOnHalvi } = defaultWords.waitlist
    expect(page).toContain(`<span lang="en" dir="ltr">${shopOnHalvi}</span>`)
  })

  it('stores the same payload as in English, and the language', async () => {
    const { status, location } = await send('/ar/waitlist', valid)
    expect([status, location]).toEqual([303, '/ar/confirmation'])
    expect((await fetch(site.url + location)).status).toBe(200)
    const english = await send('/waitlist', { ...valid, email: 'bilal@example.com' })
    expect([english.status, english.location]).toEqual([303, '/confirmation'])
    const [arabic, other] = storedLeads(site.dataDir).slice(-2)
    expect(other?.payload).toEqual({ ...arabic?.payload, email: 'bilal@example.com' })
    expect(arabic?.payload.interests).toBe(defaultWords.waitlist.openStore)
    expect(storedLanguages().slice(-2)).toEqual([{ language: 'ar' }, { language: 'en' }])
  })

  it('stores the language at another spelling of its address', async () => {
    await send('/AR/waitlist', { ...valid, email: 'spelling@example.com' })
    expect(storedLanguages().at(-1)).toEqual({ language: 'ar' })
  })

  it('reports errors in English after its translation was removed', async () => {
    const editor = contentOf(site)
    const translation = await editor.getDocument('waitlistPage-ar')
    await editor.delete('waitlistPage-ar')
    expect(await statusInArabic()).toBe(302)
    const first = await send('/ar/waitlist', { ...valid, name: '' })
    expect([first.status, first.location]).toEqual([307, '/waitlist'])
    const { status, body } = await send('/waitlist', { ...valid, name: '' })
    expect(status).toBe(400)
    expect(body).toContain(`value="${valid.email}"`)
    if (translation) await editor.createOrReplace(translation)
  })

  it('keeps the language of a form that was turned off since', async () => {
    const editor = contentOf(site)
    const off = { 'languages[0].isOff': true }
    await editor.patch('siteSettings').set(off).commit()
    expect(await statusInArabic()).toBe(302)
    await expectAccepted('off@example.com', 'ar')
  })

  it('stores a form in a language that was removed since as English', async () => {
    await contentOf(site).patch('siteSettings').unset(['languages']).commit()
    expect(await statusInArabic()).toBe(404)
    await expectAccepted('removed@example.com', 'en')
    expect((await send('/ar/faq', valid)).status).toBe(404)
    expect((await send('/ar/staff/v1/leads', valid)).status).toBe(404)
  })

  it('is accepted at other spellings of its address', async () => {
    expect(await send('/EN/waitlist?a=b', { ...valid, email: 'en@example.com' })).toMatchObject({
      location: '/confirmation',
    })
  })
})

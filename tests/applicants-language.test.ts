import { join } from 'node:path'
import type { SanityClient } from '@sanity/client'
import { bodyOf } from 'halvi-site/mail/message-text'
import Database from 'libsql'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startSmtp, type TestSmtp } from '../packages/leads/mail/testing/test-smtp.ts'
import { mailSettings } from './applicant-mail.ts'
import { type RunningSite, startSite } from './running-site.ts'
import { contentOf } from './site-content.ts'
import { until } from './until.ts'

/** A received message. */
type ParsedMail = TestSmtp['received'][number]

let site: RunningSite
let smtp: TestSmtp
let content: SanityClient
beforeAll(async () => {
  smtp = await startSmtp()
  site = await startSite(mailSettings(smtp))
  content = contentOf(site)
})
beforeEach(async () => {
  await content
    .patch('siteSettings')
    .set({ languages: [arabic] })
    .commit()
  const words = { _id: 'words-ar', _type: 'words', language: 'ar', ...arabicWords }
  await content.createOrReplace(words)
  for (const [kind, text] of Object.entries(arabicMessages)) {
    const _id = `message-${kind}-ar`
    await content.createOrReplace({ _id, _type: 'mailMessage', language: 'ar', ...text })
    await content.createOrReplace({
      ...{ _id: `translations-message-${kind}`, _type: 'translation.metadata' },
      translations: [reference('en', `message-${kind}`), reference('ar', _id)],
    })
  }
})
afterAll(async () => {
  await site.remove()
  await smtp.close()
})

const arabic = {
  ...{ _key: 'ar', _type: 'siteLanguage', code: 'ar', name: 'العربية', letters: 'arabic' },
}
const reference = (language: string, _ref: string) => ({
  ...{ _key: language, _type: 'internationalizedArrayReferenceValue', language },
  value: { _type: 'reference', _ref, _weak: true },
})
const arabicWords = {
  applicants: {
    ...{ confirmTitle: 'أكّد بريدك', confirmButton: 'تأكيد', ownTitle: 'مكانك في القائمة' },
    ...{ confirmed: 'تم التأكيد', sentHeading: 'ما أرسلته', doneTitle: 'أُلغي اشتراكك' },
  },
  sent: { interests: 'الاهتمامات' },
  waitlist: { name: 'الاسم', shopOnHalvi: 'التسوّق في حلفي' },
  mail: { unsubscribe: 'إلغاء الاشتراك' },
}
/** Longer than one line of a header. */
const longSubject = 'نرجو تأكيد عنوان بريدك الإلكتروني لإكمال الانضمام إلى القائمة'
const arabicMessages = {
  confirm: {
    subject: longSubject,
    body: bodyOf('أهلًا {firstName}،\n[confirm] تأكيد بريدي\nمرجعك {reference}.'),
    reason: 'وصلتك هذه الرسالة لأن أحدهم أدخل عنوانك.',
  },
  welcome: {
    subject: 'أنت على القائمة',
    body: bodyOf('رقمك {position}.\n[page] صفحتي\n[sent] ما أرسلته'),
    reason: 'وصلتك هذه الرسالة لأنك انضممت.',
  },
}

const request = (path: string, fields?: Record<string, string>) =>
  fetch(new URL(path, site.url), {
    redirect: 'manual',
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  })

/** Applies in Arabic, and waits for the message. */
async function apply(email: string): Promise<ParsedMail> {
  const answer = await request('/ar/waitlist', {
    ...{ name: 'Amina \u202eYusuf', email, interests: 'shopOnHalvi' },
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/ar/confirmation'])
  return mailTo(email, 1)
}

async function mailTo(email: string, count: number): Promise<ParsedMail> {
  const found = () => smtp.received.filter(({ to }) => [to].flat()[0]?.text === email)
  await until(() => found().length === count)
  return found()[count - 1] as ParsedMail
}

const pathIn = ({ text = '' }: ParsedMail, pattern: RegExp) => {
  const [url = ''] = pattern.exec(text) ?? []
  return url.replace(site.url, '')
}
const isUnsubscribed = (email: string) => {
  const database = new Database(join(site.dataDir, 'leads.db'), { readonly: true, timeout: 5_000 })
  const sql = 'select unsubscribed_at as at from lead_applicant where email = ?'
  const [row] = database.prepare(sql).all([email]) as { at: string | null }[]
  database.close()
  return row?.at !== null
}

it('a message without a translation is in English, and so is all of a language that is off', async () => {
  const email = 'chadi@example.com'
  await content.delete('message-confirm-ar')
  const untranslated = await apply(email)
  expect(untranslated.html).toMatch(/<html lang="en" dir="ltr">/)
  expect(untranslated.subject).toBe('Confirm your email address')
  expect(`${untranslated.html}${untranslated.text}`).not.toMatch(/\p{sc=Arabic}/u)
  const link = pathIn(untranslated, /https?:\S+\/ar\/confirm\/\S+/)

  await content
    .patch('siteSettings')
    .set({ languages: [{ ...arabic, isOff: true }] })
    .commit()
  expect((await request(link)).status).toBe(302)
  expect((await request(link, { action: 'confirm' })).status).toBe(303)
  const welcome = await mailTo(email, 2)
  expect(welcome.html).toMatch(/<html lang="en" dir="ltr">/)
  expect(welcome.subject).toBe('You’re on the Halvi waitlist')
  expect(pathIn(welcome, /https?:\S+\/me\/\S+/)).toMatch(/^\/me\//)
  await content.patch('siteSettings').unset(['languages']).commit()
  const page = await request(pathIn(welcome, /https?:\S+\/me\/\S+/))
  expect(await page.text()).toMatch(/<html[^>]* lang="en"/)

  // Links in earlier messages lead to English after the language was removed.
  expect((await request('/ar/waitlist')).status).toBe(404)
  const earlier = await request(`${link}?sent`)
  expect(earlier.status).toBe(302)
  expect(earlier.headers.get('location')).toBe(`${link.replace('/ar', '')}?sent`)
  expect(earlier.headers.get('cache-control')).toBe('no-store')
  expect(earlier.headers.get('referrer-policy')).toBe('no-referrer')
  const { unsubscribe } = untranslated.headers.get('list') as unknown as {
    unsubscribe: { url: string }
  }
  const { pathname } = new URL(unsubscribe.url)
  expect(pathname).toMatch(/^\/ar\/unsubscribe\//)
  expect((await request(pathname, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
  expect(isUnsubscribed(email)).toBe(true)
  expect((await request('/ar/r/2222222222222?utm_source=a')).headers.get('location')).toBe(
    '/r/2222222222222?utm_source=a',
  )
})

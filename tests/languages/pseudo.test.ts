import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSmtp, type TestSmtp } from '../../packages/leads/mail/testing/test-smtp.ts'
import { mailSettings } from '../applicant-mail.ts'
import { type RunningSite, startSite } from '../running-site.ts'
import { contentOf } from '../site-content.ts'
import { until } from '../until.ts'
import { englishTexts } from './english-texts.ts'
import { addPseudoLanguages } from './pseudo.ts'

let site: RunningSite
let smtp: TestSmtp
beforeAll(async () => {
  smtp = await startSmtp()
  site = await startSite(mailSettings(smtp))
  await addPseudoLanguages(contentOf(site))
})
afterAll(async () => {
  await site.remove()
  await smtp.close()
})

const request = async (path: string, fields?: Record<string, string>) => {
  const init = fields && { method: 'POST', body: new URLSearchParams(fields) }
  const response = await fetch(site.url + path, { ...init, redirect: 'manual' })
  return { status: response.status, html: await response.text() }
}

/** The names in a sample of the leaderboard: a first name with an initial. */
const names = /\b\p{Lu}\p{Ll}+ \p{Lu}\./gu

it('every page has only texts of its language', async () => {
  const sitemap = (await request('/sitemap.xml')).html
  const all = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(
    ([, path = '']) => path,
  )
  const paths = all.filter((path) => path.startsWith('/en-xa'))
  const unlisted = ['/confirmation', '/confirmation?form=onboarding', '/support/contact/sent']
  const others = [
    ...[...unlisted, '/affiliate/apply/regular/submitted', '/support/faq?q=halal'],
    ...['/support/faq?all', '/support/faq?q=nothing', '/support/help?q=halal'],
    ...['/business/commission/calculator?branch=eats&sales=1000'],
  ].map((path) => `/en-xa${path}`)
  expect(all.length).toBe(3 * paths.length)
  const found: Record<string, string[]> = {}
  for (const path of [...paths, ...others]) {
    const { status, html } = await request(path)
    expect([path, status]).toEqual([path, 200])
    expect(html).toMatch(/<html[^>]* lang="en-XA"/)
    const texts = englishTexts(html, [names])
    if (texts.length > 0) found[path] = texts
  }
  expect(found).toEqual({})
})

it.each([
  ['/waitlist', { name: 'x'.repeat(300), email: 'a@' }, 400],
  ['/onboarding', { email: 'a@' }, 400],
  ['/affiliate/apply/regular', { email: 'a@' }, 400],
  ['/affiliate/apply/creator', {}, 400],
  ['/affiliate/apply/challenge', {}, 400],
  ['/support/contact', { email: 'a@' }, 400],
  ['/nowhere', undefined, 404],
  ['/services/nowhere', undefined, 404],
  ['/me/unknown', undefined, 404],
  ['/me/erased', undefined, 200],
  ['/confirm/unknown', undefined, 404],
  ['/unsubscribe/unknown', undefined, 404],
])('%s has only texts of its language with %j', async (path, fields, expected) => {
  const { status, html } = await request(`/en-xa${path}`, fields)
  expect(status).toBe(expected)
  expect(englishTexts(html, [/\bx+\b/g, /\ba@/g])).toEqual([])
})

it('a message and the own page have only texts of the language', async () => {
  const email = 'amina@example.com'
  const values = { name: 'Amina', email, interests: 'shopOnHalvi' }
  expect((await request('/en-xa/waitlist', values)).status).toBe(303)
  await until(() => smtp.received.length === 1)
  const [confirm] = smtp.received
  // The name, and the reference.
  const own = [/\bAmina\b/g, /\b[A-F\d]{8}\b/g]
  expect(englishTexts(String(confirm?.html), own)).toEqual([])
  expect(englishTexts(`${confirm?.subject}\n${confirm?.text}`, own)).toEqual([])
  const [, link = ''] = /(\/en-xa\/confirm\/\S+)/.exec(confirm?.text ?? '') ?? []
  expect(englishTexts((await request(link)).html, own)).toEqual([])
  expect((await request(link, { action: 'confirm' })).status).toBe(303)
  await until(() => smtp.received.length === 2)
  const welcome = smtp.received[1]
  expect(englishTexts(String(welcome?.html), own)).toEqual([])
  const [, page = ''] = /(\/en-xa\/me\/[^\s?]+)/.exec(welcome?.text ?? '') ?? []
  const { status, html } = await request(page)
  expect(status).toBe(200)
  expect(englishTexts(html, own)).toEqual([])
})

import { defaultWords } from 'halvi-site/words/words'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPageHandler, type PageHandler } from './page-handler.ts'

let site: PageHandler
/** The payloads that forms store while they have the specified words, by path. */
const payloads = new Map<string, unknown>()
beforeAll(async () => {
  site = await createPageHandler()
  for (const { path, fields } of forms) payloads.set(path, (await submit(path, fields)).payload)
  await site.editor.createOrReplace(replacedWords())
})
afterAll(() => site.close())

/** Returns a document that replaces every word by markup with its group and key, and with its placeholders. */
function replacedWords() {
  const groups = Object.entries(defaultWords).map(([group, words]) => {
    const texts = Object.entries(words).map(([key, text]) => {
      const placeholders = [...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => `{${name}}`)
      return [key, [`<b>${group}.${key}</b>`, ...placeholders].join(' ')]
    })
    return [group, Object.fromEntries(texts)]
  })
  return { _id: 'words', _type: 'words', ...Object.fromEntries(groups) }
}

async function request(path: string, fields?: [string, string][] | Record<string, string>) {
  const init = fields && { method: 'POST', body: new URLSearchParams(fields) }
  const response = await site.request(path, init)
  return { status: response.status, headers: response.headers, body: await response.text() }
}

/** Returns the keys of a group's words on a page, in the order of the list. Fails if a word is rendered as markup. */
function shown(group: keyof typeof defaultWords, ...pages: { body: string }[]): string[] {
  const html = pages.map(({ body }) => body).join('')
  expect(html).not.toMatch(/<b>\w+\.\w+<\/b>/)
  return Object.keys(defaultWords[group]).filter((key) => html.includes(`b&gt;${group}.${key}&lt;`))
}

const person = { email: 'amina@example.com', phone: '+1 214 555 0100' }
const applicant = {
  ...{ fullName: 'Amina Yusuf', ...person, city: 'Dallas, TX', instagram: '@amina' },
  ...{ howHeard: 'A friend', whyJoin: 'To help' },
}
const business = {
  ...{ full_name: 'Amina Yusuf', business_name: 'Amina Sews', business_type: 'store', ...person },
  ...{ city_state: 'Dallas, TX', address: '', sell_scope: 'both', website_profile: 'a.example' },
  business_description: 'We sew.',
}

/** Words for content without a text, which the seed has. */
const unshown = [
  ...['basicTitle', 'locationTitle', 'profileTitle', 'offerTitle', 'finalTitle', 'agreement'],
  // Only if the site sends mail.
  'mailNote',
]

/** A form, the query of a link that fills it in, and valid values. */
const forms = [
  {
    group: 'waitlist',
    path: '/waitlist',
    query: '?interest=openStore',
    fields: [
      ...Object.entries({ name: 'Amina', email: person.email }),
      ...['shopOnHalvi', 'openStore'].map((value) => ['interests', value]),
    ],
  },
  {
    group: 'onboarding',
    path: '/onboarding',
    query: '?business_type=store',
    fields: [
      ...Object.entries({ ...business, agreement_accepted: 'on' }),
      ...['directory', 'sellProducts'].map((value) => ['services_offered', value]),
    ],
  },
  {
    group: 'affiliate',
    path: '/affiliate/apply/regular',
    query: '',
    fields: Object.entries(applicant),
  },
  {
    group: 'contact',
    path: '/support/contact',
    query: '',
    fields: Object.entries({ name: 'A', email: person.email, subject: 'Hi', message: 'When?' }),
  },
] as const

/** Submits a form. Returns the payload that it stores, and the response. */
async function submit(path: string, fields: readonly (readonly string[])[]) {
  let payload: unknown
  const leads = new Proxy(site.leads, {
    get: (target, name) =>
      name === 'receive'
        ? async (received: { payload: unknown }) => {
            payload = received.payload
            return 'stored'
          }
        : Reflect.get(target, name),
  })
  const body = new URLSearchParams(fields as string[][])
  const { status, headers } = await site.request(path, { method: 'POST', body }, { leads })
  expect(status).toBe(303)
  expect(payload).toBeDefined()
  return { payload, location: headers.get('location') ?? '' }
}

it.each(forms)('$path shows each replaced word, and sends the same payload', async (form) => {
  const { group, path, query, fields } = form
  const pages = [await request(path + query), await request(path, {})]
  expect(pages.map(({ status }) => status)).toEqual([200, 400])
  const { payload, location } = await submit(path, fields)
  expect(payload).toEqual(payloads.get(path))
  // The first part of an application is also on the page of a business.
  const others = [await request('/business/seller'), await request(location)]
  const words = Object.keys(defaultWords[group])
  expect(shown(group, ...pages, ...others)).toEqual(words.filter((key) => !unshown.includes(key)))
})

it('the errors of a form keep the order of the specification, and its title and alert are replaced', async () => {
  const { status, body } = await request('/onboarding', { ...business, services_offered: '' })
  expect(status).toBe(400)
  expect(body).toContain('<title>&lt;b&gt;forms.errorTitle&lt;/b&gt; ')
  const alert = /role="alert".*?<\/div>/s.exec(body)?.[0] ?? ''
  expect(shown('onboarding', { body: alert })).toEqual(['agreementMissing', 'serviceMissing'])
  expect(alert.indexOf('agreementMissing')).toBeLessThan(alert.indexOf('serviceMissing'))
  expect(body).toContain('value="Amina Sews"')
  const long = await request('/support/contact', { name: 'x'.repeat(300), email: 'a@' })
  expect(long.body).toContain('forms.tooLong&lt;/b&gt; &lt;b&gt;contact.name&lt;/b&gt; 200')
})

it.each([
  ['/', 'site', ['skipToContent', 'newTab', 'mainMenu', 'menu', 'footer', 'close', 'pause']],
  ['/waitlist', 'forms', ['optional', 'errorTitle', 'sent', 'again', 'failed']],
  ['/onboarding', 'forms', ['optional', 'choose']],
  ['/support/contact/sent?check=email&check=phone', 'forms', ['checkEmail', 'checkAgain']],
  ['/support/faq?q=halal', 'support', ['search', 'showAll', 'results']],
  [
    '/affiliates/challenge',
    'programs',
    ['programs', 'commission', 'participants', 'challengeDays'],
  ],
  ['/affiliates', 'programs', ['payouts', 'payoutMinimum', 'payoutMethods']],
  ['/business/commission/calculator', 'commissions', ['commissions', 'branch', 'salesHint']],
  ['/business/commission/calculator?branch=&sales=x', 'commissions', ['salesMalformed']],
  ['/waitlist', 'metrics', ['pause', 'resume']],
  ['/me/unknown', 'site', ['home']],
  ['/me/unknown', 'applicants', ['brokenTitle', 'brokenText']],
  ['/me/erased', 'applicants', ['erasedTitle', 'erasedText']],
  ['/confirm/unknown', 'applicants', ['brokenTitle', 'brokenText']],
  ['/unsubscribe/unknown', 'applicants', ['brokenTitle']],
  ['/nowhere', 'site', ['notFound']],
] as const)('%s shows the replaced words of %s', async (path, group, keys) => {
  expect(shown(group, await request(path))).toEqual(expect.arrayContaining([...keys]))
})

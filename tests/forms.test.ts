import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLeads, type Leads } from 'halvi-leads'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPageHandler, type PageHandler } from './page-handler.ts'
import { storedLeads } from './stored-leads.ts'

let site: PageHandler
beforeAll(async () => {
  site = await createPageHandler()
})
afterAll(() => site.close())

let dataDir: string
let leads: Leads
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'forms-'))
  leads = await createLeads({ dataDir, rateLimit: 'off', log: pino({ level: 'silent' }) })
})
afterEach(async () => {
  await leads.close()
  rmSync(dataDir, { recursive: true })
})

const stored = () => storedLeads(dataDir)

async function request(path: string, fields?: Record<string, string> | string[][]) {
  const init = fields && { method: 'POST', body: new URLSearchParams(fields) }
  const response = await site.request(path, init, { leads })
  const body = await response.text()
  const tag = (part: string) => new RegExp(`<[^>]*${part}[^>]*>`).exec(body)?.[0] ?? ''
  return { status: response.status, headers: response.headers, body, tag }
}

const person = { email: 'amina@example.com', phone: '+1 214 555 0100' }
const business = {
  full_name: 'Amina Yusuf',
  business_name: 'Amina Sews',
  business_type: 'other',
  custom_business_type: 'Tailor',
  ...person,
  city_state: 'Dallas, TX',
  address: '1 Main St',
  sell_scope: 'both',
  website_profile: 'instagram.com/amina.sews',
  business_description: 'We sew.',
}
const applicant = {
  fullName: 'Amina Yusuf',
  ...person,
  city: 'Dallas, TX',
  instagram: '@amina.sews',
  howHeard: 'A friend',
  whyJoin: 'My neighbours ask me where to buy.',
}
const message = {
  name: 'Amina',
  email: person.email,
  subject: 'A question',
  message: 'When do you open?\nAnd where?',
}

/** A form of the site, valid fields for it, and what becomes of them. */
interface FormCase {
  path: string
  fields: Record<string, string>
  confirmation: string
  form: string
  payload: Record<string, string | boolean>
  /** The alert of an empty form. */
  errorMessage: string
}

const forms: FormCase[] = [
  {
    path: '/waitlist',
    fields: {
      ...{ name: 'Amina', email: person.email, social_handle: '@amina' },
      ...{ interests: 'openStore', custom_interest: 'Tailoring' },
    },
    confirmation: '/confirmation',
    form: 'waitlist',
    payload: {
      ...{ type: 'waitlist_application', name: 'Amina', email: person.email },
      ...{ social_handle: '@amina', custom_interest: 'Tailoring' },
      interests: 'Open my store for online orders',
    },
    errorMessage: 'Please enter your name and email address',
  },
  {
    path: '/onboarding',
    fields: { ...business, services_offered: 'sellProducts', agreement_accepted: 'on' },
    confirmation: '/confirmation?form=onboarding',
    form: 'onboarding',
    payload: {
      type: 'onboarding_application',
      full_name: business.full_name,
      business_name: business.business_name,
      business_type: 'Tailor',
      ...person,
      city_state: business.city_state,
      address: business.address,
      sell_scope: 'both',
      website_profile: business.website_profile,
      business_description: business.business_description,
      services_offered: 'Sell physical products',
      agreement_accepted: true,
    },
    errorMessage: 'Please fill in all required fields',
  },
  {
    path: '/support/contact',
    fields: message,
    confirmation: '/support/contact/sent',
    form: 'contact',
    payload: { type: 'contact_message', ...message },
    errorMessage: 'Please fill in all fields',
  },
  {
    path: '/affiliate/apply/regular',
    fields: { ...applicant, shareOnSocial: 'on' },
    confirmation: '/affiliate/apply/regular/submitted',
    form: 'affiliate-regular',
    payload: {
      ...{ type: 'affiliate_application', program: 'regular' },
      ...{ ...applicant, shareOnSocial: true },
    },
    errorMessage: 'Please fill all required fields',
  },
]

describe.each(forms)('$path', ({ path, fields, confirmation, form, payload, errorMessage }) => {
  it('shows every documented field, empty', async () => {
    const { status, body, tag } = await request(path)
    expect(status).toBe(200)
    for (const name of Object.keys(fields)) {
      const field = tag(`name="${name}"`)
      expect(field, name).not.toBe('')
      const id = /\sid="([^"]+)"/.exec(field)?.[1]
      expect(tag(`for="${id}"`), name).not.toBe('')
    }
    expect(body).not.toContain('role="alert"')
    expect(tag(`action="${path}"`)).toMatch(/\snovalidate/i)
  })

  it('accepts possible typos, and asks the visitor to check them', async () => {
    const typos = { email: 'lina@example', phone: 'call me later' }
    const changed = Object.fromEntries(Object.entries(typos).filter(([name]) => name in fields))
    const { status, headers } = await request(path, { ...fields, ...changed })
    expect(status).toBe(303)
    expect(stored()).toEqual([{ form, state: 'stored', payload: { ...payload, ...changed } }])
    const confirmed = await request(headers.get('location') ?? '')
    expect(confirmed.status).toBe(200)
    const asks = ({ body }: { body: string }) => body.match(/check your [a-z]+/g) ?? []
    expect(asks(confirmed)).toHaveLength(Object.keys(changed).length)
    expect(asks(await request(confirmation))).toEqual([])
  })

  it.each(['lina@example.co.uk', 'lina@xn--mnchen-3ya.example'])(
    'does not ask the visitor to check %s',
    async (email) => {
      const phone: Record<string, string> = 'phone' in fields ? { phone: '٠٧٩١١ ١٢٣٤٥٦' } : {}
      const { headers } = await request(path, { ...fields, email, ...phone })
      expect(headers.get('location')).toBe(confirmation)
    },
  )

  it('returns an invalid form with the error marked and all other values kept', async () => {
    const hostile = '"><script>alert(1)</script>'
    const names = Object.keys(fields).filter((name) => !/type|scope|services|accepted/.test(name))
    const [kept = '', missing = ''] = names
    const { status, body, tag } = await request(path, {
      ...fields,
      [kept]: hostile,
      [missing]: ' ',
    })
    expect(status).toBe(400)
    expect(body.match(/role="alert"/g)).toHaveLength(1)
    expect(body).toContain(errorMessage)
    const wrong = tag(`name="${missing}"`)
    expect(wrong).toMatch(/aria-invalid="true".*autofocus/)
    const [, id = ''] = /\sid="([^"]+)"/.exec(wrong) ?? []
    expect(wrong).toMatch(new RegExp(`aria-describedby="[^"]*${id}-error"`))
    expect(tag(`id="${id}-error"`)).not.toBe('')
    expect(body).not.toContain(hostile)
    expect(tag(`name="${kept}"`)).toContain('value="&quot;&gt;&lt;script&gt;')
    expect(stored()).toEqual([])
  })
})

it('the text of a field has the direction of its first letter, or is always left-to-right', async () => {
  const directions = new Set<string>()
  for (const path of ['/waitlist', '/onboarding', '/affiliate/apply/regular', '/support/contact']) {
    const { body } = await request(path)
    const [form = ''] = /<form[^>]*id=.*?<\/form>/s.exec(body) ?? []
    for (const [tag, name = ''] of form.matchAll(/<(?:input|textarea)[^>]* name="(\w+)"[^>]*>/g)) {
      if (/type="(hidden|checkbox|radio)"|tabindex="-1"/.test(tag)) continue
      const isFromLeft = /email|phone|handle|instagram|website/.test(name)
      expect(tag).toContain(isFromLeft ? 'dir="ltr"' : 'dir="auto"')
      directions.add(`${path} ${name}`)
    }
  }
  expect(directions.size).toBeGreaterThan(20)
})

describe('a button that does not send the form', () => {
  const right = { ...business, services_offered: 'directory', agreement_accepted: 'on' }

  it('shows the answers of a valid form once more, and stores nothing', async () => {
    const { status, headers, body, tag } = await request('/onboarding', { ...right, step: 'check' })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    const answers = /<h3[^>]*autofocus.*?<\/dl>/s.exec(body)?.[0] ?? ''
    for (const answer of ['Amina Sews', 'Tailor', 'We sew.', 'instagram.com/amina.sews']) {
      expect(answers).toContain(`<bdi dir="auto">${answer}</bdi>`)
    }
    for (const [, id] of answers.matchAll(/href="#([^"]+)"/g))
      expect(tag(`id="${id}"`)).not.toBe('')
    expect(tag('name="email"')).toContain(`value="${person.email}"`)
    expect(stored()).toEqual([])
    expect((await request('/onboarding', right)).status).toBe(303)
    expect(stored()).toHaveLength(1)
  })

  it.each([
    [
      '/onboarding',
      { business_name: '<b>Amina</b>', email: 'not an address', city_state: 'Dallas' },
    ],
    ['/onboarding', { business_type: 'other', business_name: 'ا'.repeat(5_000) }],
    ['/waitlist', { name: 'Amina' }],
  ])('opens %s with the given values, without errors: %j', async (path, values) => {
    const { status, body, tag } = await request(path, { ...values, step: 'fill' })
    expect(status).toBe(200)
    const main = body.slice(body.indexOf('<main'))
    expect(main).not.toMatch(/role="alert"|aria-invalid|<b>Amina/)
    for (const [name, value] of Object.entries(values)) {
      const shown = name === 'business_type' ? tag(`value="${value}"`) : tag(`name="${name}"`)
      expect(shown).toContain(name === 'business_type' ? 'selected' : value.replace(/<.*/, ''))
    }
    expect(stored()).toEqual([])
  })
})

it.each(forms.map(({ path }) => path))(
  '%s explains the use of the data, and its skip link targets the form',
  async (path) => {
    const { body, tag } = await request(path)
    const note = /aria-describedby="([^"]+)"/.exec(tag('type="submit"'))?.[1]
    expect(tag(`id="${note}"`)).not.toBe('')
    expect(tag('target="_blank"[^>]*href="/support/privacy"')).not.toBe('')
    const [, target] = /class="skip-link[^>]*href="#([^"]+)"/.exec(body) ?? []
    expect(tag(`form [^>]*id="${target}"`)).not.toBe('')
  },
)

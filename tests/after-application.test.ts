import { describe, expect, it } from 'vitest'
import { smtpError } from '../packages/leads/mail/testing/test-smtp.ts'
import { shareApplicantSite } from './share-applicant-site.ts'
import { until } from './until.ts'

const applicants = shareApplicantSite()
const { get, post, query, newEmail, linkIn } = applicants

describe('the page after an application', () => {
  const business = {
    ...{ full_name: 'Amina Yusuf', business_name: 'Amina Sews', business_type: 'store' },
    ...{ phone: '+1 214 555 0100', city_state: 'Dallas', website_profile: 'a.example' },
    ...{ business_description: 'We sew.', services_offered: 'directory', agreement_accepted: 'on' },
  }
  const affiliate = {
    ...{ fullName: 'Amina Yusuf', phone: '+1 214 555 0100', city: 'Dallas', instagram: '@amina' },
    ...{ howHeard: 'A friend', whyJoin: 'To help' },
  }
  it.each<[string, Record<string, string>]>([
    ['/waitlist', { name: 'Amina', interests: 'shopOnHalvi' }],
    ['/onboarding', business],
    ['/affiliate/apply/regular', affiliate],
  ])(
    'asks the applicant alone to confirm, alike whether mail was sent or not: %s',
    async (path, fields) => {
      const email = newEmail()
      const sent = await post(path, { ...fields, email })
      expect(sent.status).toBe(303)
      const page = sent.headers.get('location') ?? ''
      const [pair = '', ...attributes] = sent.headers.get('set-cookie')?.split('; ') ?? []
      expect(attributes).toEqual(
        expect.arrayContaining(['HttpOnly', 'SameSite=Lax', `Path=${page.replace(/\?.*/, '')}`]),
      )
      const own = async () => {
        const response = await get(page, { cookie: pair })
        expect(response.headers.get('cache-control')).toBe('no-store')
        return response.text()
      }
      const again = () => post(page, { action: 'again' }, { cookie: pair })
      const first = await own()
      expect(first).toContain(email)
      expect(first).toContain('value="again"')
      expect(first).not.toMatch(/ShareLink/)
      const panel = (html: string) => /<section class="mb-6.*?<\/section>/s.exec(html)?.[0] ?? ''
      const text = panel(first).replaceAll(email, '')
      await linkIn(email, 'confirm')
      for (const cookie of ['', 'sent=x', `sent=${crypto.randomUUID()}`]) {
        expect(await (await get(page, { cookie })).text()).not.toContain(email)
      }
      const suppressed = () =>
        query("select 1 from lead_message where state = 'suppressed' and recipient = ?", email)
      await until(async () => {
        expect((await again()).headers.get('location')).toMatch(/[?&]again/)
        return suppressed().length > 0
      })
      expect(panel(await own())).toBe(panel(first))

      // Known people get the same page: one who has confirmed, one who has unsubscribed, and one whose mail server rejects it.
      const known = async () => {
        const { headers } = await post(path, { ...fields, email })
        const cookie = headers.get('set-cookie')?.split('; ')[0] ?? ''
        const page = headers.get('location') ?? ''
        return panel(await (await get(page, { cookie })).text()).replaceAll(email, '')
      }
      expect(text).not.toBe('')
      expect(await known()).toBe(text)
      await post(await linkIn(email, 'confirm'), { action: 'confirm' })
      expect(await known()).toBe(text)
      await post(await linkIn(email, 'unsubscribe'), { action: 'unsubscribe' })
      expect(await known()).toBe(text)
      applicants.smtp.behavior.onRecipient = () => smtpError(550, '5.1.1 No such user')
      expect(await known()).toBe(text)
      const bounced = 'select bounced_at as at from lead_applicant where email = ?'
      await until(() => query<{ at: string }>(bounced, email)[0]?.at)
      delete applicants.smtp.behavior.onRecipient
      expect(await known()).toBe(text)
    },
  )

  it('a business gets its own messages and page, with its name once it is confirmed', async () => {
    const email = newEmail()
    await post('/onboarding', { ...business, email })
    const link = await linkIn(email, 'confirm')
    const texts = () =>
      applicants.smtp.received
        .filter(({ to }) => [to].flat().some((one) => one?.text === email))
        .map(({ subject, text }) => `${subject} ${text}`)
    expect(texts().join()).not.toMatch(/Amina/)
    const me = (await post(link, { action: 'confirm' })).headers.get('location') ?? ''
    await until(() => texts().at(-1)?.includes('Amina Sews'))
    expect(texts().join()).not.toMatch(/waitlist|in line|number \d/)
    const html = await (await get(me)).text()
    const main = html.slice(html.indexOf('<main'))
    // The state comes first, then the answers, and the link to share last.
    const order = ['email you by', '<bdi dir="auto">Amina Sews', '/r/'].map((text) =>
      main.indexOf(text),
    )
    expect(order.toSorted((a, b) => a - b)).toEqual(order)
    expect(order[0]).toBeGreaterThan(0)
    expect(main).not.toContain('Your place')
    const used = await get(link)
    expect(used.status).toBe(410)
    expect(await used.text()).not.toMatch(/<title>Error/)
    const count = texts().length
    await post(link, { action: 'again' })
    await until(() => texts().length === count + 1)
    expect(texts().at(-1)).toContain('/me/')
  })

  it('a message to the team gets a receipt without any of its text', async () => {
    const email = newEmail()
    const fields = { name: 'Free Prizes', email, subject: 'prizes', message: 'prizes.example' }
    const sent = await post('/support/contact', fields)
    expect(sent.headers.get('set-cookie')).toBeNull()
    const page = await (await get(sent.headers.get('location') ?? '')).text()
    expect(page).toContain('by email')
    const receipt = () =>
      applicants.smtp.received.find(({ to }) => [to].flat().some((one) => one?.text === email))
    await until(receipt)
    expect(`${receipt()?.subject} ${receipt()?.text}`).not.toMatch(/prizes|\/(confirm|me)\//i)
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { until } from '../../kit/testing/until.ts'
import type { Submission } from '../lead.ts'
import type { LeadsOfficeOptions } from '../leads-options.ts'
import { plainMessage } from '../mail/testing/test-mail.ts'
import { smtpError, startSmtp, type TestSmtp } from '../mail/testing/test-smtp.ts'
import { setUpStaff, type TestStaff } from '../staff/testing/test-staff.ts'
import type { TestedLeads } from '../testing/open-leads.ts'
import { testForms } from '../testing/test-forms.ts'

const by = { id: 'staff', name: 'Staff' }
const hostile = 'Fraudster https://evil.example'

describe('an application that is not confirmed', () => {
  let site: TestStaff
  let leads: TestedLeads
  let smtp: TestSmtp
  const open = async (rest: Partial<LeadsOfficeOptions> = {}) => {
    site = await setUpStaff('SQLite', {
      ...rest,
      mail: {
        smtp: { url: smtp.url, from: 'hello@halvi.test' },
        siteUrl: () => 'https://halvi.test',
        render: plainMessage,
        confirms: true,
        sending: { pollMs: 20, timeoutMs: 10_000, schedule: Array(50).fill(0.1) },
      },
    })
    leads = site.leads
  }
  beforeEach(async () => {
    smtp = await startSmtp()
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await site.close()
    await smtp.close()
  })

  const to = (email: string) =>
    smtp.received.filter((message) => (message.to as { text: string }).text === email)
  const tokenIn = (url = '') => url.slice(url.lastIndexOf('/') + 1)
  let count = 0

  const answerTo = (id: string) =>
    site.database.selectFrom('lead_message').selectAll().where('id', '=', id).executeTakeFirst()
  const isSent = async (id: string) => (await answerTo(id))?.state !== 'suppressed'

  /** Applies. Resolves to the id of the submission once it is answered. */
  async function apply(
    email: string,
    rest: Partial<Submission> = {},
    name = `${hostile} ${count++}`,
  ) {
    let id = ''
    const payload = { type: 'x', name, email, message: `I am ${name}` }
    const submission = { form: 'waitlist', payload, spam: false, delivered: false, ...rest }
    await leads.receive(submission, (own) => {
      id = own
    })
    await until(async () => expect(await answerTo(id)).toBeDefined())
    return id
  }
  /** Returns the fields of the newest message of a kind to an address. */
  async function fieldsTo(email: string, kind: string, number = 1) {
    const found = () => to(email).filter(({ subject }) => subject?.startsWith(kind))
    await until(() => expect(found()).toHaveLength(number))
    return JSON.parse(found().at(-1)?.text ?? '')
  }
  async function confirm(email: string, number = 1) {
    const { links } = await fieldsTo(email, 'confirm', number)
    const { pageToken = '' } = await leads.applicants.confirm(tokenIn(links.confirm))
    return { pageToken, page: await leads.applicants.page(pageToken) }
  }

  it('changes nothing about the person, and its text is in no message, until its own link is used', async () => {
    await open()
    const email = 'amina@example.com'
    await apply(email, {}, 'Amina Yusuf')
    const { pageToken } = await confirm(email)
    await fieldsTo(email, 'welcome')
    const applications = [
      ['waitlist', email],
      ['contact', 'Amina <amina@example.com>'],
      ['affiliate', ' AMINA@example.com '],
    ] as const
    for (const [index, [form, address]] of applications.entries()) {
      await apply(address, { form, referral: '2'.repeat(13) })
      // The sender may send two waiting messages in either order.
      await fieldsTo(email, 'confirm', index + 2)
    }
    const fields = await fieldsTo(email, 'confirm', 4)
    expect(Object.keys(fields.links).sort()).toEqual(['confirm', 'unsubscribe'])
    expect(fields).toMatchObject({ name: '' })
    expect(JSON.stringify(smtp.received.map(({ text, html }) => [text, html]))).not.toContain(
      'evil',
    )
    const page = await leads.applicants.page(pageToken)
    expect(page).toMatchObject({ name: 'Amina Yusuf', applications: [{ form: 'waitlist' }] })

    await leads.applicants.confirm(tokenIn(fields.links.confirm))
    expect(await leads.applicants.page(pageToken)).toMatchObject({
      name: expect.stringContaining('Fraudster'),
      applications: [{ form: 'affiliate' }, { form: 'waitlist' }],
    })
    expect((await fieldsTo(email, 'welcome', 2)).name).toContain('Fraudster')
    const { leads: listed } = await leads.staff.list({ sort: 'newest', limit: 9 }, by)
    expect(listed.map(({ confirmedAt }) => confirmedAt !== null)).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  it('does not decide who referred the person', async () => {
    await open()
    const codes: string[] = []
    for (const [email, name] of [
      ['stranger@gmail.com', 'Bilal'],
      ['friend@gmail.com', 'Hana Aziz'],
    ] as const) {
      await apply(email, {}, name)
      codes.push((await confirm(email)).page?.code ?? '')
    }
    const [strangers, friends] = codes
    await apply('amina@gmail.com', { referral: strangers })
    await apply('amina@gmail.com', { referral: friends }, 'Amina Yusuf')
    await confirm('amina@gmail.com', 2)
    const people = await site.database
      .selectFrom('lead_applicant')
      .select(['code', 'referrals'])
      .where('code', 'in', codes)
      .execute()
    expect(people.find(({ code }) => code === strangers)?.referrals).toBe(0)
    expect(people.find(({ code }) => code === friends)?.referrals).toBe(1)
  })

  it.each([
    ['amina-x@yahoo.com', 'amina@yahoo.com'],
    ['a.mina@gmail.com', 'amina+tag@googlemail.com'],
    ['amina@fastmail.com', 'x@amina.fastmail.com'],
  ])('is answered at its own address: %s and %s', async (first, second) => {
    await open()
    await apply(first, {}, 'First')
    const one = await confirm(first)
    await apply(second, {}, 'Second')
    const other = await confirm(second)
    expect((await fieldsTo(first, 'welcome')).name).toBe('First')
    expect((await fieldsTo(second, 'welcome')).name).toBe('Second')
    expect(one.page?.code).not.toBe(other.page?.code)
    expect(await leads.applicants.page(one.pageToken)).toMatchObject({
      name: 'First',
      email: first,
    })
    expect(other.page).toMatchObject({ name: 'Second', email: second })
  })

  it.each([
    ['of a mailbox', 3, (i: number) => `ceo+w${i}@firm.example`],
    [
      'of a mailbox with dots',
      3,
      (i: number) => `${'ceo'.slice(0, i % 3)}.${'ceo'.slice(i % 3)}+${i}@firm.example`,
    ],
    ['of a personal subdomain', 3, (i: number) => `a${i}@ceo.fastmail.com`],
    ['of a network', 40, (i: number) => `a${i}@d${i}.example`],
  ] as const)('cannot send more than the limit %s allows', async (_what, limit, emailOf) => {
    await open({ rateLimit: { submissions: 1_000, seconds: 60 } })
    const sent: boolean[] = []
    for (let i = 0; i < limit + 4; i++) {
      const id = await apply(emailOf(i), { network: 'one' })
      sent.push(await isSent(id))
    }
    expect(sent).toEqual([...Array(limit).fill(true), ...Array(4).fill(false)])
    await until(() => expect(smtp.received).toHaveLength(limit))
  })

  it('leaves room for applications that are confirmed, for the welcome, and for what staff send', async () => {
    await open()
    const email = 'amina@example.com'
    const ids: string[] = []
    for (let i = 0; i < 8; i++) ids.push(await apply(email))
    const [lead = ''] = ids
    await leads.staff.changeMany({ ids: [lead], status: 'accepted' }, by)
    expect(await leads.staff.sendDecision(lead, 'accepted', by)).toHaveProperty('lead')
    await fieldsTo(email, 'accepted')
    await confirm(email, 3)
    await fieldsTo(email, 'welcome')
    expect(await leads.applicants.sendAgain(lead)).toBe(true)
  })

  it('is answered although the person has unsubscribed, once a day', async () => {
    await open()
    const email = 'amina@example.com'
    await apply(email)
    const { pageToken } = await confirm(email)
    await leads.applicants.subscribe(pageToken, false, 'page')
    const again = await apply(email)
    expect(await isSent(again)).toBe(true)
    await fieldsTo(email, 'confirm', 2)
    expect(await leads.applicants.sendAgain(again)).toBe(false)
    expect(await leads.applicants.sentTo(again)).toBe(email)
    await confirm(email, 2)
    expect(await leads.applicants.page(pageToken)).toMatchObject({ isSubscribed: true })
  })

  it.each([
    ['waitlist', 'confirm'],
    ['affiliate-regular', 'confirm'],
    ['contact', 'received'],
  ])(
    'gets one answer a day after the person unsubscribed before confirming: %s',
    async (form, kind) => {
      const forms = testForms.map((one) => ({ ...one, isApplication: one.name !== 'contact' }))
      await open({ forms })
      const email = 'amina@example.com'
      await apply(email)
      await apply(email)
      const { links } = await fieldsTo(email, 'confirm', 2)
      await leads.applicants.subscribe(tokenIn(links.unsubscribe), false)
      for (let times = 0; times < 3; times++) await apply(email, { form })
      const states = () =>
        site.database.selectFrom('lead_message').select(['kind', 'state']).orderBy('id').execute()
      await until(async () => expect((await states())[2]).toEqual({ kind, state: 'delivered' }))
      expect((await states()).slice(3)).toEqual(Array(2).fill({ kind, state: 'suppressed' }))
    },
  )

  it('is not asked to confirm after the person unsubscribed from a message that waited', async () => {
    await open()
    const email = 'amina@example.com'
    await apply(email)
    const { links } = await fieldsTo(email, 'confirm')
    smtp.behavior.onSender = () => smtpError(451)
    await apply(email)
    const waitUntil = (next_attempt_at: string) =>
      site.database
        .updateTable('lead_message')
        .set({ next_attempt_at })
        .where('state', '=', 'pending')
        .where('lease_owner', 'is', null)
        .executeTakeFirst()
    await until(async () => expect((await waitUntil('9999')).numUpdatedRows).toBe(1n))
    await leads.applicants.subscribe(tokenIn(links.unsubscribe), false)
    delete smtp.behavior.onSender
    await waitUntil('2026-01-01T00:00:00.000Z')
    const states = () =>
      site.database.selectFrom('lead_message').select('state').orderBy('id').execute()
    await until(async () => expect((await states())[1]?.state).toBe('suppressed'))
    expect(to(email)).toHaveLength(1)
  })

  it('gets a link that expires, and a date, from the time of sending', async () => {
    await open()
    smtp.behavior.onRecipient = () => smtpError(451)
    await apply('amina@example.com')
    const days = 20 * 86_400_000
    const later = Date.now() + days
    vi.spyOn(Date, 'now').mockImplementation(() => later)
    delete smtp.behavior.onRecipient
    await site.database
      .updateTable('lead_message')
      .set({ state: 'pending', next_attempt_at: '2026-01-01T00:00:00.000Z' })
      .execute()
    const { links } = await fieldsTo('amina@example.com', 'confirm')
    expect(smtp.received[0]?.date?.getTime()).toBeGreaterThan(later - 10_000)
    expect(await leads.applicants.confirmState(tokenIn(links.confirm))).toBe('valid')
  })
})

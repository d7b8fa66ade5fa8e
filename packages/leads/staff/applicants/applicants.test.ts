import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../kit/testing/until.ts'
import type { Submission } from '../../lead.ts'
import type { MailOptions } from '../../mail/mailer.ts'
import { plainMessage } from '../../mail/testing/test-mail.ts'
import { smtpError, startSmtp, type TestSmtp } from '../../mail/testing/test-smtp.ts'
import { setUpStaff, type TestStaff } from '../testing/test-staff.ts'

const by = { id: 'staff', name: 'Bushra' }
const reply = (text = 'Hello!') => ({ id: randomUUID(), subject: 'Your question', text })

describe('the store', () => {
  let site: TestStaff
  let smtp: TestSmtp
  const open = async (mail: Partial<MailOptions> = {}) => {
    site = await setUpStaff('SQLite', {
      mail: {
        smtp: { url: smtp.url, from: 'hello@halvi.test', replyTo: 'team@halvi.test' },
        siteUrl: () => 'https://halvi.test',
        render: plainMessage,
        confirms: true,
        sending: { pollMs: 5, timeoutMs: 2_000, schedule: [] },
        ...mail,
      },
    })
  }
  beforeEach(async () => {
    smtp = await startSmtp()
  })
  afterEach(async () => {
    await site.close()
    await smtp.close()
  })

  /** Submits an application and resolves to its id and its applicant's once they are linked. */
  async function apply(email: string, fields = {}, rest: Partial<Submission> = {}) {
    const payload = { type: 'waitlist_application', name: 'Amina', email, ...fields }
    const lead = await site.submit(payload, { form: 'waitlist', ...rest })
    let applicant = ''
    await until(async () => {
      applicant = (await site.leads.staff.find(lead, by))?.applicant ?? ''
      expect(applicant).not.toBe('')
    })
    return { lead, applicant }
  }
  const applicant = (id: string) => site.leads.staff.applicant(id, by)
  const subjectsTo = (address: string) =>
    smtp.received.filter(({ to }) => (to as { text: string }).text === address)
  const actions = async () =>
    (await site.leads.audit.list({ limit: 100 })).entries.map(({ action }) => action)

  it('shows all of a person’s applications, messages, and notes, until the person is erased', async () => {
    await open()
    const first = await apply('a.mina@gmail.com', { phone: '+1 214 555 0100' })
    const second = await apply('A.Mina@gmail.com', { name: 'Amina Y' })
    await site.leads.staff.addNote(first.lead, 'Called', by)
    await until(async () =>
      expect(await applicant(first.applicant)).toMatchObject({
        ...{ id: second.applicant, email: 'a.mina@gmail.com', phones: ['+1 214 555 0100'] },
        ...{ confirmedAt: null, rank: null, code: null, referrals: 0, referrer: null },
        applications: [{ id: second.lead }, { id: first.lead, notes: 1 }],
        messages: [
          { kind: 'confirm', state: 'delivered' },
          { kind: 'confirm', state: 'delivered' },
        ],
        notes: [{ text: 'Called', lead: first.lead, by }],
        duplicates: [],
      }),
    )
    expect(await actions()).toContain('applicant.viewed')
    await site.leads.staff.erase('a.mina@gmail.com', by)
    expect(await applicant(first.applicant)).toBeUndefined()
    expect((await site.leads.staff.messages({ limit: 50 }, by)).messages).toEqual([])
    expect((await site.leads.staff.find(first.lead, by))?.applicant).toBeNull()
  })

  it('hints at people with the same phone number, or the same name and a similar address', async () => {
    await open()
    const { applicant: id } = await apply('amina@example.com', { phone: '(214) 555-0100' })
    await apply('shop@example.org', { name: 'Amina Yusuf', phone: '+1 214 555 0100' })
    await apply('amina@example.net')
    await apply('amina@exmaple.com', { name: 'Someone else' })
    await apply('other.amina@example.info')
    // PostgreSQL indexes leads a little later.
    await until(async () => {
      const { duplicates = [] } = (await applicant(id)) ?? {}
      expect(duplicates.map(({ email, reason }) => [reason, email]).sort()).toEqual([
        ['name', 'amina@example.net'],
        ['phone', 'shop@example.org'],
      ])
    })
  })

  it('sends a reply once, also to a contact lead and to people who unsubscribed', async () => {
    await open()
    const { lead, applicant: id } = await apply('amina@example.com', {}, { form: 'contact' })
    // Unsubscribing earlier would cancel the answer to the application.
    await until(() => expect(smtp.received).toHaveLength(1))
    await site.database
      .updateTable('lead_applicant')
      .set({ unsubscribed_at: '2026-01-01T00:00:00.000Z' })
      .execute()
    const once = reply('Line 1\n\0\ud800<b>')
    const answers = await Promise.all([1, 2, 3].map(() => site.leads.staff.reply(lead, once, by)))
    for (const answer of answers) expect(answer).toMatchObject({ lead: { id: lead } })
    await site.leads.staff.reply(lead, reply('Another'), by)
    await until(() => expect(subjectsTo('amina@example.com')).toHaveLength(3))
    const [message] = subjectsTo('amina@example.com').filter(({ text }) => text?.includes('Line'))
    expect(message?.replyTo).toMatchObject({ text: 'team@halvi.test' })
    expect(message?.headers.has('list-unsubscribe')).toBe(false)
    const { history = [] } = (await site.leads.staff.find(lead, by)) ?? {}
    expect(history.filter(({ action }) => action === 'lead.replied')).toHaveLength(2)
    const replies = (await applicant(id))?.messages.filter((one) => one.kind === 'reply')
    expect(replies).toMatchObject([{ author: 'Bushra' }, { author: 'Bushra' }])
    expect(JSON.stringify(await site.leads.audit.list({ limit: 100 }))).not.toContain('Line 1')
  })

  it('does not reply to spam, to erased and to unknown leads', async () => {
    await open()
    const spam = await site.submit({ name: 'S', email: 's@example.com' }, { spam: true })
    const { lead } = await apply('amina@example.com')
    await site.leads.staff.erase('amina@example.com', by)
    expect(await site.leads.staff.reply(spam, reply(), by)).toHaveProperty('refused')
    expect(await site.leads.staff.reply(lead, reply(), by)).toBeUndefined()
    expect(await site.leads.staff.reply(randomUUID(), reply(), by)).toBeUndefined()
    expect(await actions()).not.toContain('lead.replied')
  })

  it('sends the message about a decision when asked, once, and only for the status', async () => {
    await open()
    const { lead } = await apply('amina@example.com')
    expect(await site.leads.staff.sendDecision(lead, 'accepted', by)).toHaveProperty('refused')
    await site.leads.staff.changeMany({ ids: [lead], status: 'accepted' }, by)
    await Promise.all([1, 2].map(() => site.leads.staff.sendDecision(lead, 'accepted', by)))
    await until(() => expect(smtp.received).toHaveLength(2))
    const { messages } = await site.leads.staff.messages({ kind: 'accepted', limit: 50 }, by)
    expect(messages).toMatchObject([{ kind: 'accepted' }])
    await site.database
      .updateTable('lead_applicant')
      .set({ unsubscribed_at: '2026-01-01T00:00:00.000Z' })
      .execute()
    await site.leads.staff.changeMany({ ids: [lead], status: 'declined' }, by)
    expect(await site.leads.staff.sendDecision(lead, 'declined', by)).toEqual({
      refused: expect.stringContaining('unsubscribed'),
    })
  })

  it('sends the message about a decision again after it was canceled', async () => {
    await open({ smtp: undefined })
    const { lead } = await apply('amina@example.com')
    await site.leads.staff.changeMany({ ids: [lead], status: 'accepted' }, by)
    const announced = async () => {
      await site.leads.staff.sendDecision(lead, 'accepted', by)
      const { messages } = await site.leads.staff.messages({ kind: 'accepted', limit: 50 }, by)
      expect(await site.leads.staff.find(lead, by)).toMatchObject({ announced: ['accepted'] })
      return messages
    }
    const [first] = await announced()
    await site.leads.staff.changeMessage(first?.id ?? '', 'cancel', by)
    expect(await site.leads.staff.find(lead, by)).toMatchObject({ announced: [] })
    expect((await announced()).map(({ state }) => state)).toEqual(['held', 'canceled'])
  })

  it('shows messages without links that work, before and after they are sent', async () => {
    await open({ smtp: undefined })
    await apply('amina@example.com')
    let ids: string[] = []
    await until(async () => {
      const { messages } = await site.leads.staff.messages({ limit: 50 }, by)
      ids = messages.map(({ id }) => id)
      expect(ids).toHaveLength(1)
    })
    expect(await site.leads.staff.outbox()).toMatchObject({ mail: 'off' })
    const [id = ''] = ids
    const shown = await site.leads.staff.messageContent(id, by)
    expect(shown).toMatchObject({ subject: 'welcome Amina', html: '<p>welcome</p>' })
    expect(shown?.text).toContain('https://halvi.test/me/…')
    expect(shown?.text).toContain('https://halvi.test/unsubscribe/…')
    const { secret } = await site.database
      .selectFrom('lead_applicant')
      .select('secret')
      .executeTakeFirstOrThrow()
    expect(secret).not.toBe('')
    expect(shown?.text).not.toMatch(/[\w-]{22}/)
    const token = `${randomUUID()}.0.${'x'.repeat(22)}`
    const sent = JSON.stringify({ subject: 'As sent', text: `https://halvi.test/me/${token} ok` })
    await site.database.updateTable('lead_message').set({ sent, state: 'delivered' }).execute()
    expect(await site.leads.staff.messageContent(id, by)).toEqual({
      ...{ subject: 'As sent', text: 'https://halvi.test/me/… ok', html: null },
    })
    await site.database.updateTable('lead_message').set({ kind: 'password-reset' }).execute()
    expect(await site.leads.staff.messageContent(id, by)).toBeUndefined()
  })

  it('cancels messages that wait, and sends failed ones again', async () => {
    const listed = async () => {
      const { leads } = await site.leads.staff.list({ sort: 'newest', limit: 50 }, by)
      return leads.map(({ id, bounced }) => ({ id, bounced }))
    }
    await open()
    smtp.behavior.onRecipient = () => smtpError(550)
    const { lead, applicant: id } = await apply('amina@example.com')
    const states = async () =>
      (await site.leads.staff.messages({ limit: 50 }, by)).messages.map(({ state }) => state)
    await until(async () => expect(await states()).toEqual(['bounced']))
    expect((await applicant(id))?.bouncedAt).not.toBeNull()
    await until(async () => expect(await listed()).toEqual([{ id: lead, bounced: true }]))
    expect((await applicant(id))?.applications).toMatchObject([{ id: lead, bounced: true }])
    const [bounced] = (await site.leads.staff.messages({ state: 'bounced', limit: 1 }, by)).messages
    const change = (to: 'retry' | 'cancel', message = bounced?.id ?? '') =>
      site.leads.staff.changeMessage(message, to, by)
    expect(await change('cancel')).toBeUndefined()
    delete smtp.behavior.onRecipient
    expect(await change('retry')).toMatchObject({ id: bounced?.id })
    await until(async () => expect(await states()).toEqual(['delivered']))
    expect((await applicant(id))?.bouncedAt).toBeNull()
    expect(await listed()).toEqual([{ id: lead, bounced: false }])
    expect(await change('retry')).toBeUndefined()

    smtp.behavior.onMessage = () => 'never'
    await site.leads.staff.reply(lead, reply(), by)
    await until(() => expect(smtp.received).toHaveLength(2))
    const [sending] = (await site.leads.staff.messages({ state: 'pending', limit: 1 }, by)).messages
    expect(await change('cancel', sending?.id)).toBeUndefined()
    await site.database
      .updateTable('lead_message')
      .set({ state: 'held', transmitting_at: null, lease_until: null })
      .where('id', '=', sending?.id ?? '')
      .execute()
    expect(await change('cancel', sending?.id)).toMatchObject({ state: 'canceled' })
    expect(await actions()).toEqual(
      expect.arrayContaining(['message.canceled', 'message.retried', 'messages.listed']),
    )
    const { counts } = await site.leads.staff.outbox()
    expect(counts.filter(({ messages }) => messages > 0)).toEqual([
      { state: 'delivered', messages: 1 },
      { state: 'canceled', messages: 1 },
    ])
  })

  it('gives a withheld credit once, or denies it', async () => {
    await open({ confirms: false })
    const people = [await apply('a@example.com'), await apply('b@example.com')]
    const [referrer, referred] = people.map((one) => one.applicant) as [string, string]
    const withhold = () =>
      site.database
        .updateTable('lead_applicant')
        .set({ credit: 'withheld', referred_by: referrer, credit_reason: 'network' })
        .where('id', '=', referred)
        .execute()
    await withhold()
    expect(await applicant(referrer)).toMatchObject({
      referred: [{ id: referred, credit: 'withheld', creditReason: 'network' }],
    })
    const listed = async (credit?: 'withheld' | 'given' | 'denied') => {
      const { people } = await site.leads.staff.credits({ credit, limit: 50 }, by)
      return people.map(({ id, creditReason }) => [id, creditReason])
    }
    const top = async () => (await site.leads.staff.referrers(by)).people
    expect(await top()).toEqual([])
    expect(await listed('withheld')).toEqual([[referred, 'network']])
    const decide = (credit: 'given' | 'denied') =>
      site.leads.staff.decideCredit(referred, { credit }, by)
    await Promise.all([decide('given'), decide('given'), decide('given')])
    expect(await applicant(referrer)).toMatchObject({ referrals: 1 })
    expect(await applicant(referred)).toMatchObject({ credit: 'given', referrer: { id: referrer } })
    await Promise.all([decide('denied'), decide('denied')])
    expect(await applicant(referrer)).toMatchObject({ referrals: 0 })
    expect(await decide('given')).toBe(true)
    expect(await applicant(referrer)).toMatchObject({ referrals: 1 })
    expect(await listed('given')).toEqual([[referred, 'network']])
    expect(await listed()).toEqual([[referred, 'network']])
    expect(await top()).toMatchObject([{ id: referrer, referrals: 1 }])
    expect([await listed('withheld'), await listed('denied')]).toEqual([[], []])
    expect((await actions()).filter((action) => action === 'credit.decided')).toHaveLength(3)
  })
})

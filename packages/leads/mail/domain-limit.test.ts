import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../kit/testing/until.ts'
import { privateDomainOf } from '../applicants/address.ts'
import type { Leads } from '../leads.ts'
import { setUpStaff, type TestStaff } from '../staff/testing/test-staff.ts'
import { mailTo } from '../waves/testing/test-waves.ts'
import { startSmtp, type TestSmtp } from './testing/test-smtp.ts'

const tokenIn = (url = '') => url.slice(url.lastIndexOf('/') + 1)

it.each([
  ['a@firm.co.uk', 'firm.co.uk'],
  ['a@www.firm.co.uk', 'firm.co.uk'],
  ['a@s1.abc.io', 'abc.io'],
  ['a@lincoln.k12.tx.us', 'lincoln.k12.tx.us'],
  ['a@mail.club.asso.fr', 'club.asso.fr'],
  ['a@roundhay.leeds.sch.uk', 'roundhay.leeds.sch.uk'],
  ['a@amina.github.io', 'amina.github.io'],
  ['a@tx.rr.com', 'rr.com'],
  ['a@privaterelay.appleid.com', 'appleid.com'],
  ['A@Mail.BÜCHER.example', 'xn--bcher-kva.example'],
  ['a@co.uk', 'co.uk'],
  ['a@localhost', 'localhost'],
  ['a@gmail.com', undefined],
  ['a@yahoo.co.uk', undefined],
])('%s has the private domain %s', (email, domain) => {
  expect(privateDomainOf(email)).toBe(domain)
})

describe.each(['SQLite', 'PostgreSQL'] as const)('messages to one domain on %s', (kind) => {
  /** Tests with no statements of their own, which one kind of database shows. */
  const itOnce = it.runIf(kind === 'SQLite')
  let test: TestStaff
  let smtp: TestSmtp
  let leads: Leads
  beforeEach(async () => {
    smtp = await startSmtp()
    test = await setUpStaff(kind, { mail: mailTo(smtp.url) })
    leads = test.leads
  })
  afterEach(async () => {
    await test.close()
    await smtp.close()
  })

  /** Applies. Resolves to the id of the submission. */
  async function apply(email: string) {
    let own = ''
    const payload = { type: 'waitlist_application', name: 'Amina', email }
    await leads.receive({ form: 'waitlist', payload, spam: false, delivered: false }, (id) => {
      own = id
    })
    return own
  }
  const messages = () =>
    test.database.selectFrom('lead_message').selectAll().orderBy('id').execute()
  const sent = () => smtp.received.flatMap(({ to }) => [to].flat().map((one) => one?.text))
  const makeDue = () =>
    test.database
      .updateTable('lead_message')
      .set({ next_attempt_at: new Date(0).toISOString() })
      .where('state', '=', 'pending')
      .execute()
  /** Applies as several people, and waits until all are answered. */
  async function applyAll(count: number, before = 0) {
    const emails = Array.from(
      { length: count },
      (_, i) => `a${before + i}@${i % 2 ? 'mail.' : ''}firm.example`,
    )
    for (const email of emails) await apply(email)
    await until(async () => expect(await messages()).toHaveLength(before + count))
    return emails
  }

  it('are sent in later hours within a day beyond the limit, once each', async () => {
    const emails = await applyAll(26)
    await until(() => expect(sent()).toHaveLength(12))
    const hour = 3_600_000
    const waits = (await messages()).map(({ created_at, next_attempt_at, state }) => {
      if (state === 'delivered') return 0
      expect(state).toBe('pending')
      expect(Date.parse(next_attempt_at ?? '') - Date.now()).toBeLessThan(24 * hour)
      return Math.abs(Math.round((Date.parse(created_at) - Date.now()) / hour))
    })
    expect(waits.toSorted()).toEqual([...Array(12).fill(0), ...Array(12).fill(1), 2, 2])

    // Sent again and asked for again, they are still sent once.
    const last = await apply(emails[25] ?? '')
    await until(async () => expect((await messages()).at(-1)?.id).toBe(last))
    expect((await messages()).at(-1)?.state).toBe('suppressed')
    expect(await leads.applicants.sendAgain(last)).toBe(true)
    await makeDue()
    await until(() => expect(sent()).toHaveLength(26))
    await until(async () =>
      expect((await messages()).filter(({ state }) => state === 'delivered')).toHaveLength(26),
    )
    expect(sent().toSorted()).toEqual(emails.toSorted())
  })

  itOnce('are as many more as people have confirmed', async () => {
    await applyAll(12)
    await until(() => expect(sent()).toHaveLength(12))
    for (const { text } of smtp.received.slice(0, 3)) {
      await leads.applicants.confirm(tokenIn(JSON.parse(text ?? '').links.confirm))
    }
    await until(() => expect(sent()).toHaveLength(15))
    // 9 are not confirmed, of 12 and 3.
    const count = (await messages()).length
    for (let i = 0; i < 7; i++) await apply(`b${i}@firm.example`)
    await until(async () => expect(await messages()).toHaveLength(count + 7))
    await until(() => expect(sent()).toHaveLength(15 + 6))
    const now = new Date().toISOString()
    expect((await messages()).filter(({ created_at }) => created_at > now)).toHaveLength(1)
  })

  itOnce('are not sent later to a person who unsubscribed', async () => {
    await applyAll(12)
    await until(() => expect(sent()).toHaveLength(12))
    const first = JSON.parse(smtp.received[0]?.text ?? '').links
    const [address] = sent()
    await test.database
      .updateTable('lead_message')
      .set({ state: 'canceled' })
      .where('recipient', '=', address ?? '')
      .execute()
    await apply(`x@firm.example`)
    await until(() => expect(sent()).toHaveLength(13))
    const waits = await apply(address?.toUpperCase() ?? '')
    await until(async () => expect((await messages()).at(-1)?.id).toBe(waits))
    expect((await messages()).at(-1)?.state).toBe('pending')
    await leads.applicants.subscribe(tokenIn(first.unsubscribe), false)
    expect((await messages()).at(-1)).toMatchObject({ state: 'suppressed', next_attempt_at: null })
  })

  itOnce('are suppressed if they would wait for more than a day', async () => {
    const [email = ''] = await applyAll(1)
    await until(async () => expect((await messages())[0]?.state).toBe('delivered'))
    const [message] = await messages()
    if (!message) throw new Error('no message')
    const copies = Array.from({ length: 287 }, (_, i) => ({ ...message, id: `copy ${i}` }))
    await test.database.insertInto('lead_message').values(copies.slice(0, 100)).execute()
    await test.database.insertInto('lead_message').values(copies.slice(100, 200)).execute()
    await test.database.insertInto('lead_message').values(copies.slice(200, 286)).execute()
    const other = email.replace(/^./, 'z')
    const state = async (id: string) =>
      (await messages()).find((one) => one.id === id)?.state ?? 'none'
    const allowed = await apply(other)
    await until(async () => expect(await state(allowed)).toBe('pending'))
    const refused = await apply(`y${other}`)
    await until(async () => expect(await state(refused)).toBe('suppressed'))
  })
})

import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest'
import { until } from '../../kit/testing/until.ts'
import type { Submission } from '../lead.ts'
import { addReminders } from '../mail/reminders.ts'
import { startSmtp, type TestSmtp } from '../mail/testing/test-smtp.ts'
import { setUpStaff, type TestStaff } from '../staff/testing/test-staff.ts'
import { nextMillisecond } from '../testing/test-leads.ts'
import { mailTo } from '../waves/testing/test-waves.ts'
import { businessesBrought } from './counts.ts'

describe.each(['SQLite', 'PostgreSQL'] as const)(
  'submissions with the same content on %s',
  (kind) => {
    /** Tests with no statements of their own, which one kind of database shows. */
    const itOnce = it.runIf(kind === 'SQLite')
    let test: TestStaff
    let smtp: TestSmtp
    /** The codes of two people. */
    let strangers: string
    let friends: string
    beforeAll(async () => {
      smtp = await startSmtp()
      test = await setUpStaff(kind, { mail: mailTo(smtp.url) })
      for (const name of ['Stranger', 'Friend']) {
        const email = newEmail()
        await submit(email, undefined, { form: 'waitlist', name })
        await test.leads.applicants.confirm((await tokensTo(email, 1))[0] ?? '')
      }
      const people = test.database
        .selectFrom('lead_applicant')
        .select('code')
        .orderBy('confirmed_seq')
      const codes = (await people.execute()).map(({ code }) => code ?? '')
      ;[strangers = '', friends = ''] = codes
    })
    afterAll(async () => {
      await test.close()
      await smtp.close()
    })
    beforeEach(() => {
      email = newEmail()
    })
    afterEach(() => {
      vi.restoreAllMocks()
    })

    let email: string
    let count = 0
    const newEmail = () => `a${count++}@gmail.com`

    const submit = async (
      email: string,
      referral: string | undefined,
      { form = 'onboarding', name = 'Amina' } = {},
    ) => {
      const submission: Submission = {
        ...{ form, payload: { full_name: name, email }, spam: false, delivered: false },
        ...{ referral, network: `n${count++}` },
      }
      // The ids of submissions within a millisecond have any order.
      await nextMillisecond()
      return test.leads.receive(submission)
    }
    /** Returns the tokens of the links to confirm in the messages to an address, in the order of their submissions. */
    async function tokensTo(email: string, messages: number): Promise<string[]> {
      const tokens = () =>
        smtp.received
          .filter(({ to }) => [to].flat().some((one) => one?.text === email))
          .flatMap(({ text }) => /\/confirm\/([^"]+)/.exec(text ?? '')?.[1] ?? [])
          .toSorted()
      await until(() => expect(tokens()).toHaveLength(messages))
      return tokens()
    }
    const confirm = async (token = '') => (await test.leads.applicants.confirm(token)).state
    /** Returns the code of the credited referrer, or null. */
    async function credited(): Promise<string | null | undefined> {
      const person = await test.database
        .selectFrom('lead_applicant as person')
        .leftJoin('lead_applicant as referrer', 'referrer.id', 'person.referred_by')
        .select('referrer.code')
        .where('person.address', '=', email)
        .executeTakeFirst()
      return person?.code
    }
    const referrals = async (code: string) =>
      (
        await test.database
          .selectFrom('lead_applicant')
          .select('referrals')
          .where('code', '=', code)
          .executeTakeFirst()
      )?.referrals

    it.each([
      ['a stranger’s link, then a friend’s', 'strangers', 'friends', 1],
      ['no link, then a friend’s', '', 'friends', 1],
      ['a friend’s link, then a stranger’s', 'friends', 'strangers', 0],
      ['an unknown code, then a friend’s link', '2'.repeat(13), 'friends', 1],
    ])('credit the one that is confirmed, once: %s', async (_what, first, second, chosen) => {
      const codes = [first, second].map((name) => ({ strangers, friends })[name] ?? name)
      const before = [await referrals(strangers), await referrals(friends)]
      for (const code of codes) await submit(email, code || undefined)
      const tokens = await tokensTo(email, 2)
      expect(await confirm(tokens[chosen])).toBe('valid')
      expect(await confirm(tokens[1 - chosen])).toBe('used')
      expect(await confirm(tokens[chosen])).toBe('used')
      expect(await credited()).toBe(friends)
      expect([await referrals(strangers), await referrals(friends)]).toEqual([
        before[0],
        Number(before[1]) + 1,
      ])
      const { referral_code } = await test.database
        .selectFrom('lead')
        .select('referral_code')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      expect(referral_code).toBe(friends)
      expect(await businessesBrought(test.database, friends)).toBe(Number(before[1]) + 1)
    })

    itOnce('credit nobody if the one without a link is confirmed', async () => {
      await submit(email, undefined)
      await submit(email, friends)
      const [first, second] = await tokensTo(email, 2)
      expect(await confirm(first)).toBe('valid')
      expect(await confirm(second)).toBe('used')
      expect(await credited()).toBeNull()
    })

    itOnce('credit nobody if the referrer was erased', async () => {
      const other = newEmail()
      await submit(other, undefined)
      await confirm((await tokensTo(other, 1))[0])
      const person = test.database.selectFrom('lead_applicant').select('code')
      const { code } = await person.where('address', '=', other).executeTakeFirstOrThrow()
      await submit(email, strangers)
      await submit(email, code ?? '')
      const [, second] = await tokensTo(email, 2)
      await test.leads.staff.erase(other, { id: 'staff', name: 'Staff' })
      expect(await confirm(second)).toBe('valid')
      expect(await credited()).toBeNull()
    })

    itOnce('are asked about again with the referrer of the one that is sent again', async () => {
      await submit(email, strangers)
      await submit(email, friends)
      const [, second = ''] = await tokensTo(email, 2)
      expect(await test.leads.applicants.askAgain(second)).toBe('sent')
      const tokens = await tokensTo(email, 3)
      expect(await confirm(tokens[2])).toBe('valid')
      expect(await credited()).toBe(friends)
    })

    it('are reminded of with the referrer of the newest one', async () => {
      await submit(email, strangers)
      await submit(email, friends)
      await tokensTo(email, 2)
      const long = new Date(Date.now() - 4 * 86_400_000).toISOString()
      const { fn } = test.database
      const isDelivered = test.database
        .selectFrom('lead_message')
        .select(fn.countAll().as('count'))
        .where('recipient', '=', email)
        .where('state', '=', 'delivered')
      await until(async () => expect(Number((await isDelivered.executeTakeFirst())?.count)).toBe(2))
      const of = test.database
        .selectFrom('lead_applicant')
        .select('id')
        .where('address', '=', email)
      await test.database
        .updateTable('lead_message')
        .set({ delivered_at: long, created_at: long })
        .where('applicant_id', '=', of)
        .execute()
      await test.database
        .updateTable('lead_applicant')
        .set({ created_at: long })
        .where('address', '=', email)
        .execute()
      await addReminders({
        inTransaction: (work) => test.database.transaction().execute(work),
        clock: { wall: () => Date.now(), monotonic: () => Date.now() },
        ...{
          acknowledged: [],
          confirms: true,
          limitsNetworks: false,
          newState: async () => 'pending',
        },
      })
      const tokens = await tokensTo(email, 3)
      expect(await confirm(tokens[2])).toBe('valid')
      expect(await credited()).toBe(friends)
    })

    it('are answered once if one is sent twice before its answer is sent', async () => {
      // Without a mail server, the first answer waits until the others are written.
      const offline = await setUpStaff(kind, { mail: { ...mailTo(''), smtp: undefined } })
      onTestFinished(() => offline.close())
      const payload = { full_name: 'Amina', email }
      const lead = { form: 'onboarding', payload, spam: false, delivered: false }
      await Promise.all([1, 2, 3].map(() => offline.leads.receive(lead)))
      const messages = () =>
        offline.database
          .selectFrom('lead_message')
          .select('state')
          .where('recipient', '=', email)
          .execute()
      // PostgreSQL can store them in another order than that of their ids.
      const states = ['held', 'suppressed', 'suppressed']
      await until(async () =>
        expect((await messages()).map(({ state }) => state).toSorted()).toEqual(states),
      )
    })

    itOnce('ask a person who unsubscribed after confirming to confirm again', async () => {
      await submit(email, friends)
      const [first = ''] = await tokensTo(email, 1)
      const { pageToken = '' } = await test.leads.applicants.confirm(first)
      await test.leads.applicants.subscribe(pageToken, false, 'page')
      await submit(email, strangers)
      await submit(email, strangers)
      const tokens = await tokensTo(email, 2)
      expect(await confirm(first)).toBe('used')
      expect(await confirm(tokens[1])).toBe('valid')
      expect(await confirm(tokens[1])).toBe('used')
      expect((await test.leads.applicants.page(pageToken))?.isSubscribed).toBe(true)
      expect(await credited()).toBe(friends)
    })
  },
)

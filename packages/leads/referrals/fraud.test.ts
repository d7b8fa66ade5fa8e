import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../kit/testing/until.ts'
import { linkToken } from '../applicants/links.ts'
import { startSmtp, type TestSmtp } from '../mail/testing/test-smtp.ts'
import { setUpStaff, type TestStaff } from '../staff/testing/test-staff.ts'
import { mailTo } from '../waves/testing/test-waves.ts'
import { businessesBrought } from './counts.ts'

let test: TestStaff
let smtp: TestSmtp
afterEach(async () => {
  await test.close()
  await smtp.close()
})

const by = { id: 'staff', name: 'Staff' }
const times = <T>(count: number, value: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => value(index))

interface Application {
  email: string
  network?: string
  code?: string | undefined
  form?: string
}

describe('a referral', () => {
  beforeEach(async () => {
    smtp = await startSmtp()
    test = await setUpStaff('SQLite', { mail: mailTo(smtp.url) })
  })

  let networks = 0
  /** Submits an application. Resolves to a function that confirms it with its link. */
  async function apply({ email, code, form = 'waitlist', network }: Application) {
    const payload = { type: 'waitlist_application', name: 'Amina Khan', email }
    const referral = { ...(code && { referral: code }), network: network ?? `n${++networks}` }
    const id = await test.submit(payload, { form, ...referral })
    const personOf = () =>
      test.database
        .selectFrom('lead')
        .innerJoin('lead_applicant as person', 'person.id', 'lead.applicant_id')
        .selectAll('person')
        .where('lead.id', '=', id)
        .executeTakeFirst()
    await until(async () => expect(await personOf()).toBeDefined())
    return async () => {
      const person = await personOf()
      const token = linkToken({ id, secret: person?.secret ?? '' }, 'confirm', Date.now() + 60_000)
      const { state, pageToken = '' } = await test.leads.applicants.confirm(token)
      expect(state).toBe('valid')
      const { credit, code, credit_reason, id: personId } = (await personOf()) ?? {}
      return { id: personId ?? '', credit, code: code ?? '', credit_reason, pageToken }
    }
  }
  const confirmed = async (application: Application) => (await apply(application))()
  const referrals = async (page: string) => (await test.leads.applicants.page(page))?.referrals

  const [given, withheld] = ['given', 'withheld']
  it.each<[string, string[], string[], string?]>([
    ['a disposable address', ['x@inbox.mailinator.com'], [withheld]],
    ['tags of the referrer’s mailbox', ['zaynab.q+2@halal.example'], [withheld]],
    ['dots in the referrer’s mailbox', ['ZAYN.AB@gmail.com'], [withheld], 'zaynab@googlemail.com'],
    [
      'one mailbox',
      ['x+1@a.example', 'x+2@a.example', 'x+3@a.example'],
      [given, withheld, withheld],
    ],
    [
      'one private domain',
      times(8, (i) => `${'abcdefgh'.charAt(i)}@shop.example`),
      [...times(5, () => given), ...times(3, () => withheld)],
    ],
    ['numbers, at a provider', times(8, (i) => `amina${i}@gmail.com`), times(8, () => given)],
    ['one name at many domains', times(8, (i) => `x@shop${i}.example`), times(8, () => given)],
  ])(
    'is credited or withheld: %s',
    async (_kind, emails, credits, email = 'zaynab.q@halal.example') => {
      const { code, pageToken } = await confirmed({ email })
      const found: (string | undefined)[] = []
      for (const email of emails) {
        const { credit, credit_reason } = await confirmed({ email, code })
        found.push(credit)
        expect(credit_reason === null).toBe(credit === given)
      }
      expect(found).toEqual(credits)
      expect(await referrals(pageToken)).toBe(credits.filter((credit) => credit === given).length)
    },
  )

  it('is withheld beyond the limit of a network, also with several referrers', async () => {
    const referrers = [
      await confirmed({ email: 'a@a.example' }),
      await confirmed({ email: 'b@b.example' }),
    ]
    const credits: (string | undefined)[] = []
    for (let i = 0; i < 13; i++) {
      const { code } = referrers[i % 2] ?? {}
      credits.push((await confirmed({ email: `p@d${i}.example`, network: 'one', code })).credit)
    }
    expect(credits).toEqual([...times(10, () => given), ...times(3, () => withheld)])
  })

  it('stays credited when others apply or confirm later, and unconfirmed ones are no evidence', async () => {
    const { code, pageToken } = await confirmed({ email: 'zaynab@halal.example' })
    const first = await confirmed({ email: 'first@rival.example', code, network: 'one' })
    for (let i = 0; i < 12; i++)
      await apply({ email: `p${'x'.repeat(i)}@rival.example`, code, network: 'one' })
    expect((await confirmed({ email: 'next@rival.example', code, network: 'one' })).credit).toBe(
      given,
    )
    for (let i = 0; i < 5; i++) await confirmed({ email: `q${'x'.repeat(i)}@rival.example`, code })
    expect(await referrals(pageToken)).toBe(5)
    const { people } = await test.leads.staff.credits({ credit: 'given', limit: 50 }, by)
    expect(people.map(({ id }) => id)).toContain(first.id)
  })

  it.each([
    ['erased', ['again@gmail.com', 'again@gmail.com', 'a.gain+x@googlemail.com']],
    ['erased, at a private domain', ['me@shop.example', 'm.e@shop.example', 'me+2@shop.example']],
  ])('of one mailbox is credited once, for good, when %s', async (_when, emails) => {
    const { code, pageToken } = await confirmed({ email: 'zaynab@halal.example' })
    for (const email of emails) {
      const friend = await confirmed({ email, code })
      expect(await referrals(pageToken)).toBe(1)
      await test.leads.applicants.erase(friend.pageToken)
    }
    expect(await referrals(pageToken)).toBe(1)
    const { people } = await test.leads.staff.credits({ limit: 50 }, by)
    expect(people).toEqual([])
  })

  it('does not count again after staff denied it, and the person erased everything', async () => {
    const { code, pageToken } = await confirmed({ email: 'zaynab@halal.example' })
    for (const credit of [given, withheld]) {
      const friend = await confirmed({ email: 'friend@gmail.com', code })
      expect(friend.credit).toBe(credit)
      expect(await test.leads.staff.decideCredit(friend.id, { credit: 'denied' }, by)).toBe(true)
      expect(await test.leads.staff.decideCredit(friend.id, { credit: 'denied' }, by)).toBe(false)
      await test.leads.applicants.erase(friend.pageToken)
    }
    expect(await referrals(pageToken)).toBe(0)
  })

  it('of a business counts once confirmed, once for each mailbox', async () => {
    const { code } = await confirmed({ email: 'zaynab@halal.example' })
    const counts: number[] = []
    const business = async (email: string, isConfirmed: boolean) => {
      const confirm = await apply({ email, code, form: 'onboarding' })
      if (isConfirmed) await confirm()
      counts.push(await businessesBrought(test.database, code))
    }
    for (let i = 0; i < 3; i++) await business(`b@shop${i}.example`, false)
    await business('own@mall.example', true)
    await business('own+2@mall.example', true)
    await business('zaynab+x@halal.example', true)
    await business('other@mall.example', true)
    expect(counts).toEqual([0, 0, 0, 1, 1, 1, 2])
  })
})

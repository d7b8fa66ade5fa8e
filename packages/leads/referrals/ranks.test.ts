import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newReferralCode } from '../applicants/applicant.ts'
import { confirmLead } from '../applicants/confirm.ts'
import { eraseApplicantsOf } from '../applicants/erase.ts'
import { linkToken } from '../applicants/links.ts'
import { setUpStaff, type TestStaff } from '../staff/testing/test-staff.ts'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import type { InTransaction } from '../store/database/transaction.ts'
import { createGroupCommit } from '../store/group-commit.ts'
import { decideCredit } from './credit.ts'
import { rankOf } from './rank.ts'

let test: TestStaff
let database: LeadDatabase
let inTransaction: InTransaction
afterEach(() => test.close())

const clock = { wall: () => Date.now(), monotonic: () => Date.now() }

/** Adds a person with one application, as answering does. */
async function apply(within: LeadDatabase, number: number, code: string | null) {
  const email = `${number.toString(36)}.${number}x@example${number}.com`
  const id = `person-${String(number).padStart(4, '0')}`
  const row = { id, email, address: email, mailbox: email, name: `Person ${number}` }
  await within
    .insertInto('lead_applicant')
    .values({ ...row, secret: `secret ${number}`, created_at: new Date(0).toISOString() })
    .execute()
  await within
    .insertInto('lead')
    .values({
      ...{ id: `lead-${id}`, form: 'waitlist', payload: '{}', fingerprint: id, spam: 0 },
      ...{ state: 'stored', attempts: 0, created_at: new Date(0).toISOString() },
      ...{ applicant_id: id, referral_code: code },
    })
    .execute()
}

/** Confirms a person's application by the link to it. */
async function confirm(within: LeadDatabase, id: string) {
  const lead = within.selectFrom('lead').select(['id', 'referral_code'])
  const found = await lead.where('id', '=', `lead-${id}`).executeTakeFirst()
  const referral_code = found?.referral_code ?? null
  await confirmLead(within, clock, { lead_id: `lead-${id}`, referral_code, network: 'one' })
}

async function erase(within: LeadDatabase, id: string) {
  await within.updateTable('lead').set({ state: 'erased' }).where('id', '=', `lead-${id}`).execute()
  await eraseApplicantsOf(within, [`lead-${id}`])
}

const invite = (within: LeadDatabase, id: string) =>
  within
    .updateTable('lead_applicant')
    .set({ invited_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('confirmed_seq', 'is not', null)
    .execute()

const all = () => database.selectFrom('lead_applicant').selectAll().orderBy('id').execute()

/** Checks that each person's number of referrals is that of given credits, and each rank that of a plain sort. */
async function checkRanks() {
  const people = await all()
  const present = people.filter(({ address }) => address !== null)
  for (const { id, referrals } of present) {
    const given = people.filter(
      ({ credit, referred_by }) => credit === 'given' && referred_by === id,
    )
    expect(referrals).toBe(given.length)
  }
  const sorted = present
    .filter(({ confirmed_seq, invited_at }) => confirmed_seq !== null && !invited_at)
    .toSorted(
      (a, b) => b.referrals - a.referrals || Number(a.confirmed_seq) - Number(b.confirmed_seq),
    )
  for (const person of people) {
    const place = sorted.indexOf(person) + 1
    expect(await rankOf(database, person)).toBe(place || undefined)
  }
}

const action = fc.record({
  what: fc.constantFrom(
    ...(['apply', 'apply', 'confirm', 'confirm', 'confirm'] as const),
    ...(['erase', 'give', 'deny', 'invite'] as const),
  ),
  who: fc.nat(1_000),
  referrer: fc.nat(1_000),
})

describe('the store', () => {
  beforeEach(async () => {
    test = await setUpStaff('SQLite')
    database = test.database
    inTransaction = createGroupCommit(database)
  })

  const at = (people: readonly ApplicantRow[], index: number) => people[index % people.length]

  /** Applies an action to whom it concerns, among those who are there. */
  async function run({ what, who, referrer }: { what: string; who: number; referrer: number }) {
    const people = await all()
    const id = at(people, who)?.id ?? ''
    await inTransaction(async (within) => {
      if (what === 'apply') await apply(within, people.length, at(people, referrer)?.code ?? null)
      else if (what === 'confirm') await confirm(within, id)
      else if (what === 'erase') await erase(within, id)
      else if (what === 'invite') await invite(within, id)
      else await decideCredit(within, id, what === 'give' ? 'given' : 'denied')
    })
  }

  it('ranks are exact and unique after any confirmations, invitations, erasures, and decisions', async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.array(action, { minLength: 15, maxLength: 60 }), async (actions) => {
          for (const one of actions) await run(one)
          await checkRanks()
        })
        .beforeEach(async () => {
          await database.deleteFrom('lead').execute()
          await database.deleteFrom('lead_applicant').execute()
          await database.updateTable('lead_mail').set({ confirmed: 0 }).execute()
        }),
      { numRuns: 12, seed: 41 },
    )
  }, 120_000)

  it('credits are exact when people confirm, are erased, and are decided on at the same time', async () => {
    for (let i = 0; i < 5; i++) {
      await inTransaction((within) => apply(within, i, null))
      await inTransaction((within) => confirm(within, `person-000${i}`))
    }
    const codes = (await all()).map(({ code }) => code)
    for (let i = 5; i < 80; i++) {
      await inTransaction((within) => apply(within, i, codes[i % 5] ?? null))
    }
    const ids = (await all()).map(({ id }) => id).slice(5)
    await Promise.all([
      ...ids.map((id) => inTransaction((within) => confirm(within, id))),
      ...ids
        .filter((_, i) => i % 7 === 0)
        .map((id) => inTransaction((within) => erase(within, id))),
      ...ids
        .filter((_, i) => i % 5 === 0)
        .map((id) =>
          inTransaction((within) => decideCredit(within, id, i(id) % 2 ? 'given' : 'denied')),
        ),
    ])
    const people = await all()
    expect(people.some(({ credit }) => credit === 'withheld')).toBe(true)
    expect(people.some(({ credit }) => credit === 'given')).toBe(true)
    await checkRanks()
  })
  const i = (id: string) => Number(id.slice(-4))

  it('gives 1,000 people who confirm at the same time the places 1 to 1,000', async () => {
    const rows = Array.from({ length: 1_000 }, (_, number) => ({
      ...{ id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`, name: 'Amina' },
      ...{ email: `p${number}@example.com`, address: `p${number}@example.com` },
      ...{ secret: newReferralCode(), created_at: new Date(0).toISOString() },
    }))
    await database.insertInto('lead_applicant').values(rows.slice(0, 500)).execute()
    await database.insertInto('lead_applicant').values(rows.slice(500)).execute()
    const leads = rows.map(({ id, created_at }) => ({
      ...{ id, applicant_id: id, form: 'waitlist', payload: '{}', fingerprint: id, spam: 0 },
      ...{ state: 'stored' as const, attempts: 0, created_at },
    }))
    await database.insertInto('lead').values(leads.slice(0, 500)).execute()
    await database.insertInto('lead').values(leads.slice(500)).execute()
    const messages = rows.map(({ id, email, created_at }) => ({
      ...{ id, applicant_id: id, lead_id: id, wave_id: null, kind: 'confirm', recipient: email },
      ...{ data: '{}', state: 'delivered', next_attempt_at: null, created_at },
    }))
    await database.insertInto('lead_message').values(messages.slice(0, 500)).execute()
    await database.insertInto('lead_message').values(messages.slice(500)).execute()
    const { applicants } = test.leads
    const confirmed = await Promise.all(
      rows.map((row) => applicants.confirm(linkToken(row, 'confirm', Date.now() + 60_000))),
    )
    expect(confirmed.every(({ state }) => state === 'valid')).toBe(true)
    const places: (number | undefined)[] = []
    for (const person of await all()) places.push(await rankOf(database, person))
    expect(places.toSorted((a = 0, b = 0) => a - b)).toEqual(rows.map((_, index) => index + 1))
  }, 60_000)
})

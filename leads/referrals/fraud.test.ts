import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../store/database/database.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import { creditReferrer, decideCredit } from './credit.ts'
import { groupBy } from './suspicion/person.ts'
import { type CreditedReferral, creditAll, labeledReferrals } from './testing/credit-all.ts'
import type { LabeledReferral } from './testing/people.ts'

let dataDir: string
let database: LeadDatabase
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fraud-'))
  database = await openDatabase({ dataDir, log: pino({ level: 'silent' }) })
})
afterEach(async () => {
  await database.destroy()
  rmSync(dataDir, { recursive: true })
})

const withheldOf = (people: readonly CreditedReferral[]) =>
  people.filter(({ isCredited }) => !isCredited).length

/** Returns the number of withheld credits by kind, as a table. */
const tableOf = (people: readonly CreditedReferral[]) =>
  [...groupBy(people, ({ kind, isFraud }) => `${isFraud ? 'false' : 'true '} ${kind}`)]
    .map(([kind, some]) => `${kind.padEnd(30)} ${withheldOf(some)} of ${some.length} withheld`)
    .join('\n')

it('withholds at least 95% of false credits, and at most 0.5% of true ones', async () => {
  const seed = Number(process.env.SEED ?? 1)
  const people = await creditAll(database, labeledReferrals(seed, Number(process.env.SIZE ?? 14)))
  console.info(tableOf(people))
  const isFalse = people.filter(({ isFraud }) => isFraud)
  const isTrue = people.filter(({ isFraud }) => !isFraud)
  expect(withheldOf(isFalse) / isFalse.length).toBeGreaterThanOrEqual(0.95)
  expect(withheldOf(isTrue) / isTrue.length).toBeLessThanOrEqual(0.005)
}, 120_000)

const start = Date.parse('2026-03-01T08:00:00Z')
/** Returns people whom one person brings, one every ten minutes, who each confirm ten minutes later. */
const broughtBy = (
  name: string,
  email: string,
  values: readonly Partial<LabeledReferral>[],
): LabeledReferral[] =>
  [{ name, email, referrer: undefined }, ...values].map(({ referrer, ...value }, key) => {
    const appliedAt = start + key * 600_000
    return {
      ...{ key, kind: '', isFraud: false, appliedAt, confirmedAt: appliedAt + 599_000 },
      ...{ name: `Person ${'abcdefghijklmnopqrst'.charAt(key)}`, network: `n${key}` },
      ...{ email: `p${'abcdefghijklmnopqrst'.charAt(key)}@example.com` },
      ...(key > 0 && { referrer: 0 }),
      ...value,
    }
  })

const times = <T>(count: number, value: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => value(index))

it.each([
  ['disposable address', [{ email: 'x@inbox.mailinator.com' }]],
  ['same mailbox as the referrer', [{ email: 'zaynab.q+2@halal.example' }]],
  [
    'same mailbox as the referrer',
    [{ email: 'zaynab.qureshi@other.example' }],
    'zaynab.qureshi@halal.example',
  ],
  ['same name as the referrer', [{ name: ' Zaynab  QÚRESHI' }]],
  ['several addresses of one mailbox', times(3, (i) => ({ email: `x+${i}@mail.example` }))],
  ['numbered', times(4, (i) => ({ email: `amina${i + 1}@gmail.com` }))],
  ['same full name', times(3, () => ({ name: 'Amina Khan', network: 'one' }))],
  [
    'private domain',
    times(4, (i) => ({ email: `${'qxzv'.charAt(i)}${i}@shop.example`, name: 'Amina' })),
  ],
  ['25 people on one network', times(26, () => ({ network: 'one' }))],
  ['8 of 10 people', times(9, (i) => ({ confirmedAt: start + (i + 1) * 600_000 + 60_000 }))],
] satisfies [string, Partial<LabeledReferral>[], string?][])(
  'withholds credit: %s',
  async (reason, values, email = 'zaynab.q@halal.example') => {
    const unique = values.map((value, i) => ({
      email: `${'abcdefghijklmnopqrstuvwxyz'.charAt(i)}.amina@d${i}.example`,
      ...value,
    }))
    const people = await creditAll(database, broughtBy('Zaynab Qureshi', email, unique))
    expect(people.length).toBe(values.length)
    for (const person of people.slice(-1)) expect(person.reason).toContain(reason)
    // Also from those who were credited before the evidence was complete.
    expect(withheldOf(people)).toBe(values.length)
  },
)

it.each([
  ['a person’s only tagged address', [{ email: 'amina+halvi@mail.example' }]],
  ['the same first name', times(8, () => ({ name: 'Amina' }))],
  [
    'colleagues at one domain',
    times(8, (i) => ({
      name: `Amina ${'klmnopqr'.charAt(i)}`,
      email: `amina.${'klmnopqr'.charAt(i)}@firm.example`,
      network: 'one',
    })),
  ],
  ['twenty people on one network', times(20, () => ({ network: 'one' }))],
] satisfies [string, Partial<LabeledReferral>[]][])('gives credit: %s', async (_what, values) => {
  const people = await creditAll(
    database,
    broughtBy(
      'Zaynab Qureshi',
      'z@halal.example',
      values.map((value, i) => ({
        email: `${'abcdefghijklmnopqrstuvwxyz'.charAt(i)}.amina@d${i}.example`,
        name: `Amina ${'abcdefghijklmnopqrstuvwxyz'.charAt(i)}`,
        ...value,
      })),
    ),
  )
  expect(people.length).toBe(values.length)
  expect(withheldOf(people)).toBe(0)
})

it('does not change decisions of staff', async () => {
  const fast = times(9, (i) => ({ confirmedAt: start + (i + 1) * 600_000 + 60_000 }))
  const [first, second, third] = await creditAll(
    database,
    broughtBy('Zaynab', 'z@halal.example', fast),
  )
  const creditOf = async (id = '') =>
    database.selectFrom('lead_applicant').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await database.transaction().execute(async (within) => {
    await decideCredit(within, first?.id ?? '', 'given')
    await decideCredit(within, second?.id ?? '', 'denied')
  })
  const { code: referral_code } = await creditOf((await creditOf(third?.id)).referred_by ?? '')
  const lead = { id: '', referral_code, referral_network: null }
  await creditReferrer(database, { id: third?.id ?? '' }, lead)
  expect(await creditOf(first?.id)).toMatchObject({ credit: 'given' })
  expect(await creditOf(second?.id)).toMatchObject({ credit: 'denied' })
  expect(await creditOf(third?.id)).toMatchObject({ credit: 'withheld' })
  expect(await creditOf((await creditOf(first?.id)).referred_by ?? '')).toMatchObject({
    referrals: 1,
  })
})

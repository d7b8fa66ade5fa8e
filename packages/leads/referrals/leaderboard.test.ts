import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setUpStaff, type TestStaff } from '../staff/testing/test-staff.ts'
import { publicName, readLeaderboard } from './leaderboard.ts'

it.each([
  ['Amina Rahman', 'Amina R.'],
  ['  amina  bint  khalid ', 'amina K.'],
  ['Amina', 'Amina'],
  ['Zoë-Marie O’Brien', 'Zoë-Marie O.'],
  ['محمد علي', 'محمد ع.'],
  ['\u202eAmina\u202c \u200fR\u0000ahman', 'Amina R.'],
  ['王小明', '王.'],
  ['김 민수', '김.'],
  ['नमिता शर्मा', 'नमिता श.'],
  ['İpek Öztürk', 'İpek Ö.'],
  ['Dr. Amina Khan', 'Dr Amina K.'],
  ['Md. Rahim', 'Md Rahim'],
  ['abdul rahman', 'abdul rahman'],
  ['Umm Ayman', 'Umm Ayman'],
  ['Abdul Rahman al-Farsi', 'Abdul Rahman A.'],
  ['أبو بكر الصديق', 'أبو بكر ا.'],
  ['amina@example.com', ''],
  ['Buy at https://spam.example', ''],
  ['+1 313 555 0100', ''],
  ['🌙', ''],
  ['', ''],
  [`${'A'.repeat(64_000)} B`, 'A'.repeat(20)],
])('shows %j as %j', (name, shown) => {
  expect(publicName(name)).toBe(shown)
})

let test: TestStaff
afterEach(() => test?.close())

describe('the store', () => {
  beforeEach(async () => {
    test = await setUpStaff('SQLite')
  })

  const addPerson = (id: string, values: Record<string, unknown> = {}) =>
    test.database
      .insertInto('lead_applicant')
      .values({
        ...{ id, address: `${id}@example.com`, email: `${id}@example.com`, name: `${id} Khan` },
        ...{ secret: id, created_at: '2026-01-01T00:00:00.000Z', code: `code-${id}`, ...values },
      })
      .execute()

  it('lists people who agreed, by referrals and then by time', async () => {
    await addPerson('amina', { referrals: 2, confirmed_seq: 3, listed: 1 })
    await addPerson('bilal', { referrals: 2, confirmed_seq: 1, listed: 1 })
    await addPerson('carim', { referrals: 9, confirmed_seq: 2 })
    await addPerson('dina', { referrals: 3, confirmed_seq: 4, listed: 1 })
    await addPerson('emre', { referrals: 0, confirmed_seq: 5, listed: 1 })
    const expected = [
      { name: 'dina K.', referrals: 3 },
      { name: 'bilal K.', referrals: 2 },
      { name: 'amina K.', referrals: 2 },
    ]
    expect(await readLeaderboard(test.database)).toEqual(expected)
    expect(await test.leads.leaderboard()).toEqual(expected)
  })
})

import { describe, expect, it } from 'vitest'
import { serviceOptions } from './onboarding.ts'
import { ownAnswers, ownApplication } from './own-application.ts'
import { interestOptions } from './waitlist.ts'

const answerTo = (key: string, value: string | boolean) => ownAnswers({ [key]: value })[0]
const joined = (labels: readonly (string | undefined)[]) => labels.join(', ')

describe('an answer of an applicant', () => {
  it.each([
    ['interests', interestOptions],
    ['services_offered', serviceOptions],
  ])('has the keys of the options that %s has labels of', (key, options) => {
    for (const some of [options, options.slice(0, 1), options.slice(1, 4), options.slice(-1)]) {
      const value = joined(some.map(({ label }) => label))
      expect(answerTo(key, value)).toEqual({
        ...{ key, text: '' },
        selected: some.map(({ value }) => value),
      })
    }
  })

  it.each([
    ['business_type', 'local-service', ['localService'], ''],
    ['business_type', 'Tailor, and Store', [], 'Tailor, and Store'],
    ['sell_scope', 'both', ['both'], ''],
    ['sell_scope', 'toString', [], 'toString'],
    ['program', 'creator', ['creator'], ''],
    ['agreement_accepted', true, ['yes'], ''],
    ['interests', 'A former option', [], 'A former option'],
    [
      'interests',
      joined([interestOptions[0]?.label, 'A former option']),
      ['openStore'],
      'A former option',
    ],
    ['custom_interest', 'Open my store for online orders', [], 'Open my store for online orders'],
    ['name', '\u202eأمينة Khan', [], '\u202eأمينة Khan'],
  ])('to %s, stored as %j, has the options %j and the text %j', (key, value, selected, text) => {
    expect(answerTo(key, value)).toEqual({ key, selected, text })
  })

  it('is left out if it is empty, and for the type of the payload', () => {
    expect(ownAnswers({ type: 'x', name: '', shareOnSocial: false })).toEqual([])
  })
})

it('an application has its answers and the fields that can be corrected', () => {
  const payload = JSON.stringify({ type: 'x', name: 'Amina', email: 'a@example.com' })
  const stored = { id: '1', createdAt: '2026-11-28', payload, decision: undefined }
  expect(ownApplication({ ...stored, form: 'waitlist' })).toMatchObject({
    kind: 'waitlist',
    fields: [{ key: 'name' }, { key: 'email' }],
    correctable: [
      { key: 'name', value: 'Amina', isRequired: true },
      { key: 'social_handle', value: '', isRequired: false },
      { key: 'city', value: '', isRequired: false },
    ],
  })
  expect(ownApplication({ ...stored, form: 'former' }).correctable).toEqual([])
})

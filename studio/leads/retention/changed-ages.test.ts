import { describe, expect, it } from 'vitest'
import { changedAges } from './changed-ages.ts'

describe('the ages to save', () => {
  it('are those of the forms that were changed', () => {
    const ages = [
      { form: 'set', before: null, text: '40' },
      { form: 'changed', before: 40, text: '41' },
      { form: 'emptied', before: 40, text: '' },
      { form: 'the same', before: 40, text: '40' },
      { form: 'still kept', before: null, text: '' },
    ]
    expect(changedAges(ages)).toEqual({
      forms: [
        { form: 'set', days: 40 },
        { form: 'changed', days: 41 },
        { form: 'emptied', days: null },
      ],
    })
  })
})

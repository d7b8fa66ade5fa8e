import { describe, expect, it } from 'vitest'
import { changedRetention } from './changed-retention.ts'

describe('changedRetention', () => {
  it('returns only the changed forms', () => {
    const forms = [
      { form: 'set', before: null, text: '40' },
      { form: 'changed', before: 40, text: '41' },
      { form: 'emptied', before: 40, text: '' },
      { form: 'the same', before: 40, text: '40' },
      { form: 'still kept', before: null, text: '' },
    ]
    expect(changedRetention(forms)).toEqual({
      forms: [
        { form: 'set', days: 40 },
        { form: 'changed', days: 41 },
        { form: 'emptied', days: null },
      ],
    })
  })
})

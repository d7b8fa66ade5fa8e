import { expect, it } from 'vitest'
import { codeFields } from './code-fields.ts'
import { choice, field, line, object } from './fields/field.ts'
import { list } from './fields/list.ts'

it('returns choices, dates, and marked fields, but no name that is a text elsewhere', () => {
  const types = [
    object('one', 'One', [
      line('title', 'Title'),
      choice('kind', 'Kind', ['a', 'b']),
      choice('status', 'Status', ['a', 'b'], { options: { isCode: true } }),
      choice('link', 'Link', ['a', 'b']),
      list('tags', 'Tags', 'string', { options: { list: ['a'] } }),
      field('inner', 'Inner', 'object', { fields: [field('day', 'Day', 'date')] }),
    ]),
    object('two', 'Two', [line('status', 'Status'), line('link', 'Link')]),
  ]
  expect(codeFields(types)).toEqual(['day', 'kind', 'status', 'tags'])
})

import { expect, it } from 'vitest'
import { inspectPlain } from './predicate.ts'

it('analyzes a plain query, and leaves hostile ones to the evaluation process', () => {
  expect(inspectPlain('*[_type == $type && _id in path("a.**")]', { type: 'page' })).toBeDefined()
  for (const part of ['$n_id', '$a_type', '$kin', '"a"', ' ', '_id', '[']) {
    const query = `*[${part.repeat(250)}~`
    expect(inspectPlain(query, {}), part).toBeUndefined()
  }
})

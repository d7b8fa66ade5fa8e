import { parse } from 'groq-js'
import { describe, expect, it } from 'vitest'
import { evaluateTree } from './evaluate-tree.ts'
import { TimeLimitError, withTimeLimit } from './time-limit.ts'

const dataset = Array.from({ length: 300 }, (_, n) => ({ _id: `p${n}`, n, tags: [{ name: 'a' }] }))
const evaluate = (query: string) => evaluateTree(parse(query), { dataset })

describe('functions that are asynchronous in groq-js', () => {
  it.each([
    ['diff::changedAny({"a": 1}, {"a": 2}, a)', true],
    ['diff::changedAny({"a": 1, "b": 1}, {"a": 1, "b": 2}, a)', false],
    ['diff::changedOnly({"a": 1, "b": 1}, {"a": 2, "b": 1}, (a, c))', true],
    ['diff::changedOnly({"a": 1, "b": 1}, {"a": 2, "b": 2}, a)', false],
    ['count(*[diff::changedAny({"n": n}, {"n": 3}, n)])', 299],
    ['*[n == 1][0]{"x": diff::changedAny(@, {"tags": []}, tags[name == "a"].name)}', { x: true }],
    ['*[n in 1..2] | order(n desc){"x": diff::changedAny(@, *[n == 2][0], n)}.x', [false, true]],
    ['select(diff::changedAny({}, {}, anywhere(_type == "x")) => 1, 2)', 2],
  ])('are evaluated: %s', (query, expected) => {
    expect(evaluate(query)).toEqual(expected)
  })

  it('throw the errors of groq-js', () => {
    expect(() => evaluate('[diff::changedAny({}, {}, a), documents::get(@)]')).toThrow(
      'not implemented',
    )
  })

  it('are stopped after the timeout and can be evaluated again', () => {
    const endless = `count(*[count(*[count(*[diff::changedAny(@, ^, n)]) > 0]) > 0])`
    for (let round = 0; round < 3; round++) {
      expect(() => withTimeLimit(50, () => evaluate(endless))).toThrow(TimeLimitError)
      expect(withTimeLimit(5_000, () => evaluate('diff::changedAny({}, {"a": 1}, a)'))).toBe(true)
    }
  })
})

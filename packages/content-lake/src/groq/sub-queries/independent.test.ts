import fc from 'fast-check'
import { evaluateSync, parse, toJS } from 'groq-js'
import { describe, expect, it } from 'vitest'
import type { SanityDocument } from '../../documents/document.ts'
import { View } from '../../documents/view.ts'
import { PROGRAM_LIMITS } from '../limits.ts'
import { runQuery } from '../query.ts'
import { independentIn } from './independent.ts'

const names = ['p0', 'p1', 'p2', 'p3', 'p4']
const moments = ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00', '2026-13-45T00:00:00Z']
const scalar = fc.constantFrom(null, true, 'true', 0, 1, '1', -0, 2.5, '', ...names, ...moments)
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 4 }),
  fc.record({ v: scalar }, { noNullPrototype: true }),
)
const documentOf = (index: number) =>
  fc
    .record(
      {
        v: value,
        list: fc.array(value, { maxLength: 4 }),
        to: fc.record({ _ref: fc.constantFrom(...names) }, { noNullPrototype: true }),
      },
      { requiredKeys: [], noNullPrototype: true },
    )
    .map((content) => ({ ...content, _id: `p${index}`, _type: index % 2 ? 'odd' : 'even' }))
const documents = fc.tuple(...names.map((_, index) => documentOf(index)))

/** Generates expressions of all kinds, many of which refer to outer scopes. */
const { expression } = fc.letrec<{ expression: string; list: string; left: string }>((tie) => ({
  left: fc.oneof(
    fc.constantFrom(
      '_id',
      '_type',
      'v',
      '@',
      '^',
      '^._id',
      '^.^.v',
      'to._ref',
      'v.v',
      'to->v',
      'null',
    ),
    fc.constantFrom('1', '"p1"', '$text', 'dateTime(v)', 'v + 0', '{"v": v}', 'list[0]'),
    tie('expression'),
  ),
  list: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      '*',
      '*[]._id',
      '*[].v',
      '*[].list[]',
      '*[_type == "odd"].to._ref',
      '*._id',
      '$ids',
    ),
    fc.constantFrom(
      '*[_id == ^._id].v',
      '*[0].list',
      '*[0].v',
      '^.list',
      'list',
      'path("p*")',
      '*[0..2]',
    ),
    fc.constantFrom(
      '*[].v[]',
      '*{"v": dateTime(v)}.v',
      '*[defined(v)] | order(v desc).v',
      'null',
      '[null, v]',
    ),
    tie('expression').map((inner) => `*[${inner}]`),
    tie('expression').map((inner) => `*[${inner}]._id`),
    tie('expression').map((inner) => `(*[]{"a": ${inner}}.a)`),
    tie('expression').map((inner) => `list[${inner}]`),
    tie('expression').map((inner) => `*[].list[${inner}]`),
  ),
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('left'),
    fc.tuple(tie('left'), tie('list')).map(([left, list]) => `(${left} in ${list})`),
    fc.tuple(tie('left'), tie('list')).map(([left, list]) => `!(${left} in ${list})`),
    tie('list').map((list) => `count(${list})`),
    tie('list').map((list) => `(${list})[0]`),
    fc.tuple(tie('list'), tie('expression')).map(([list, inner]) => `(${list})[]{"x": ${inner}}`),
    fc
      .tuple(tie('list'), tie('expression'))
      .map(([list, by]) => `(${list} | order(${by} desc))[0]`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(${a} == ${b})`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(${a} && ${b})`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `coalesce(${a}, ${b})`),
    fc.tuple(tie('expression'), tie('list')).map(([a, b]) => `select(${a} => ${b}, 1)`),
    tie('list').map((list) => `references(${list})`),
    tie('list').map((list) => `@{"y": ${list}}.y`),
    tie('expression').map((inner) => `*[] | score(${inner}, v in *[].v)`),
  ),
}))
const query = fc.oneof(
  expression.map((inner) => `*[${inner}]`),
  expression.map((inner) => `*{"r": ${inner}}`),
  expression.map((inner) => `*[]{"r": *[]{"r": ${inner}}}`),
  expression.map((inner) => `*.list[${inner}]`),
)
const params = { text: 'p2', ids: ['p1', 'p3', 1, null, true, [1], { v: 1 }, ...moments, 'p0'] }

describe('sub-queries that are evaluated once', () => {
  it('have the same result as when they are evaluated every time', () => {
    let independent = 0
    const property = (content: unknown, text: string) => {
      const view = new View(content as SanityDocument[])
      const tree = parse(text, { params })
      independent += independentIn(tree).size
      const timestamp = new Date()
      const whole = evaluateSync(tree, {
        dataset: view.documents,
        params,
        timestamp,
        identity: 'me',
      })
      const context = { perspective: 'raw', identity: 'me', projectId: 'p', dataset: 'd' } as const
      const found = runQuery(text, params, { ...context, view, limits: PROGRAM_LIMITS })
      expect(JSON.stringify(found.result)).toBe(JSON.stringify(toJS(whole) ?? null))
    }
    fc.assert(fc.property(documents, query, property), {
      numRuns: Number(process.env.RUNS ?? 700),
    })
    expect(independent).toBeGreaterThan(170)
  })

  it.each([
    ['*[_id in *[_type == "a"].to._ref]', 1],
    ['*[_id in *[_type == "a" && n in *[].n].to._ref]', 2],
    ['*[_type == "a"]{"n": count(*[_type == "b"]), "first": *[0].to->name}', 1],
    ['*[_id in $ids]', 1],
    ['*[count(*) > 3 && count(*[_id == ^._id]) > 0]', 1],
    ['*[] | order(count(*) desc, n in *[].n)', 2],
    ['*[]{"a": *[0..3]{"b": *[_id == ^.^._id]}}', 1],
    ['*[]{"a": *[n > ^.n]{"b": *[_id == ^.^._id]}}', 0],
    ['*[].list[@ in *[].v]', 1],
    ['count(*[_type == "a"])', 0],
    ['*[_id in ["a", "b"]]', 0],
    ['*[references(*[].to._ref)]', 1],
    ['*[sanity::versionOf(*[0]._id)]', 1],
    ['*[_id in *[references(^._id)]._id]', 0],
    ['*[]{"a": *[].v}[0]{"b": a[@ in ^.^.v]}', 1],
    ['*[_id in *[]._id && diff::changedAny(@, {}, n)]', 0],
  ])('are found in %s', (text, expected) => {
    expect(independentIn(parse(text, { params })).size).toBe(expected)
  })
})

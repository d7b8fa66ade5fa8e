import fc from 'fast-check'
import { evaluateSync, parse, toJS } from 'groq-js'
import { expect, it } from 'vitest'
import type { SanityDocument } from '../documents/document.ts'
import { resolve, visibleId } from '../documents/perspective.ts'
import { View, Views } from '../documents/view.ts'
import { PROGRAM_LIMITS } from './limits.ts'
import { runQuery } from './query.ts'

const scalar = fc.constantFrom(null, true, false, 0, 1, -1.5, 10, '1', '', 'one', 'One Two')
const text = fc.constantFrom(
  ...[
    'the end.',
    'The. END',
    'e.n.d',
    'straße',
    'STRASSE',
    'a-b, C*',
    'ſtop stop',
    "don't",
    'İi ıI',
  ],
)
const value = fc.oneof(
  scalar,
  text,
  fc.array(fc.oneof(scalar, text), { maxLength: 3 }),
  fc.record({ in: fc.oneof(scalar, text) }, { noNullPrototype: true }),
)
const content = fc.record(
  {
    _type: fc.constantFrom('a', 'b'),
    v: value,
    w: value,
    to: fc.record({ _ref: fc.constantFrom('d0', 'd1') }, { noNullPrototype: true }),
  },
  { requiredKeys: ['_type'], noNullPrototype: true },
)
const id = fc
  .tuple(fc.constantFrom('', '', 'drafts.', 'versions.r.'), fc.nat(70))
  .map(([prefix, n]) => `${prefix}d${n}`)
const documents = fc.array(fc.tuple(id, content), { minLength: 70, maxLength: 120 })
const edits = fc.array(fc.tuple(id, fc.option(content)), { maxLength: 12 })

const path = fc.constantFrom(
  'v',
  'w',
  'v.in',
  'w.in',
  'to._ref',
  '@.v',
  '_id',
  '_type',
  '_originalId',
)
const quoted = fc.oneof(scalar, text).map((one) => JSON.stringify(one))
const words = fc.oneof(
  text.map((one) => JSON.stringify(one)),
  fc.constantFrom('"e*"', '"*d"', '"s*e"', '"."', '"*"', '["the", "end"]', '["the", null]', '"d1"'),
)
const condition = fc.oneof(
  fc.tuple(path, quoted).map(([left, right]) => `${left} == ${right}`),
  fc.tuple(path, quoted).map(([left, right]) => `${right} == ${left}`),
  fc.tuple(path, fc.array(quoted, { maxLength: 3 })).map(([left, list]) => `${left} in [${list}]`),
  fc.tuple(path, words).map(([left, right]) => `${left} match ${right}`),
  fc.constantFrom('_type == "a"', '_type in ["a", "b"]', 'true', 'defined(v)', 'references("d1")'),
)
const filter = fc.oneof(
  condition,
  fc.tuple(condition, condition).map(([a, b]) => `${a} && ${b}`),
  fc.tuple(condition, condition).map(([a, b]) => `(${a}) || ${b}`),
  fc.tuple(condition, condition).map(([a, b]) => `${a} && !(${b})`),
)
const key = fc.tuple(path, fc.constantFrom('', ' asc', ' desc')).map(([name, way]) => name + way)
const order = fc.array(key, { minLength: 1, maxLength: 2 })
const page = fc.constantFrom('[0]', '[3]', '[0...2]', '[1..4]', '[5...5]', '[60...99]', '[-2..-1]')
const all = fc.oneof(
  fc.constant('*'),
  filter.map((inner) => `*[${inner}]`),
)
const query = fc.oneof(
  all,
  fc.tuple(all, order, page).map(([base, by, slice]) => `${base} | order(${by})${slice}`),
  fc.tuple(all, order, page).map(([base, by, slice]) => `(${base} | order(${by}))${slice}{_id, v}`),
  fc
    .tuple(filter, order, page)
    .map(
      ([inner, by, slice]) =>
        `*[_type == "a"][0..5]{"x": *[${inner}] | order(${by})${slice}, "y": *[v == ^.v]}`,
    ),
)

it('finds the same documents by an index as by a search, also after changes', () => {
  const property = (
    given: [string, object][],
    changes: [string, object | null][],
    queries: string[],
  ) => {
    const stored = new Map<string, SanityDocument>()
    const put = (id: string, one: object | null) => {
      if (one) stored.set(id, { _id: id, ...structuredClone(one) } as SanityDocument)
      else stored.delete(id)
    }
    for (const [id, one] of given) put(id, one)
    const views = new Views(stored)
    const compare = () => {
      for (const perspective of ['raw', 'published', ['r', 'drafts']] as const) {
        const ids = new Set([...stored.keys()].map((id) => visibleId(perspective, id)))
        const found = [...ids].map((id) => resolve(perspective, id, stored))
        const dataset = new View(found.filter((one) => one !== undefined)).documents
        for (const text of queries) {
          const whole = toJS(evaluateSync(parse(text), { dataset })) ?? null
          const names = { perspective, identity: 'me', projectId: 'p', dataset: 'd' }
          const view = views.of(perspective)
          const context = { ...names, view, limits: PROGRAM_LIMITS, sourceMap: true }
          const { result } = runQuery(text, {}, context)
          expect(JSON.stringify(result), text).toBe(JSON.stringify(whole))
        }
      }
    }
    compare()
    for (const [id, one] of changes) {
      put(id, one)
      views.update([{ id }])
    }
    compare()
  }
  const runs = { numRuns: Number(process.env.RUNS ?? 30) }
  fc.assert(fc.property(documents, edits, fc.array(query, { maxLength: 6 }), property), runs)
})

it('keeps the sync tags of a search', () => {
  const documents = Array.from({ length: 80 }, (_, n) => ({ _id: `d${n}`, _type: 'a', v: n }))
  const view = new View(documents as unknown as SanityDocument[])
  const names = { perspective: 'raw', identity: 'me', projectId: 'p', dataset: 'd' } as const
  const tags = (text: string) =>
    runQuery(text, {}, { ...names, view, limits: PROGRAM_LIMITS }).syncTags
  const ofType = tags('*[_type == "a"]')
  expect(tags('*[_type == "a" && v == 3]')).toEqual(ofType)
  expect(tags('*[_type == "a" && v match "3"] | order(v)[0...2]')).toEqual(ofType)
  expect(tags('*[_type == "a"] | order(v)[0...2]')).toEqual(ofType)
  for (const text of ['*[v == 3]', '* | order(v)[0]', '*[v > 3] | order(v)[0]']) {
    expect(tags(text)).toEqual(tags('*'))
  }
  expect(tags('*[_id == "d3" && v == 3]')).toEqual(tags('*[_id == "d3"]'))
})

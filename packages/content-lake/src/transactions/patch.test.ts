import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PatchOperations } from '../documents/document.ts'
import { LakeError } from '../errors/errors.ts'
import { checkPatch, patchDocument } from './patch.ts'

const times = { _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z' }
const revision = { transactionId: 'next', timestamp: '2026-01-02T00:00:00Z' }
const LIST = [
  { _key: 'a', n: 1, tags: ['x', 'y'] },
  { _key: 'b', n: 2, deep: { n: 3 } },
]

/** Returns the fields of a document after a patch. */
function patched(operations: PatchOperations, fields: object = { list: LIST }) {
  const document = { _id: 'a', _type: 'note', _rev: 'first', ...times, ...fields }
  const before = structuredClone(document)
  checkPatch(operations as Record<string, unknown>)
  const { _id, _type, _rev, _createdAt, _updatedAt, ...rest } = patchDocument(
    document,
    operations,
    revision,
  )
  expect(document).toEqual(before)
  return rest
}

const [a, b] = LIST

describe('a patch', () => {
  it.each<[string, PatchOperations]>([
    ['an index after the end', { set: { 'list[5]': 1 } }],
    ['a field of it', { set: { 'list[5].n': 1 } }],
    ['an index before the start', { set: { 'list[-3]': 1, 'list[-3].n': 1 } }],
    ['a range after the end', { set: { 'list[2:9].n': 1 } }],
    ['a key that no item has', { set: { 'list[_key=="c"].n': 1 }, unset: ['list[_key=="c"]'] }],
    ['a comparison that no item passes', { set: { 'list[n > 2].n': 1 } }],
    ['an index of an object', { set: { 'list[1].deep[0]': 1 } }],
    ['an attribute of a list', { set: { 'list.n': 1 } }],
    ['an index of a missing list', { set: { 'other[0]': 1, 'other[0].n': 1 } }],
    ['a missing attribute anywhere', { set: { '..missing': 1 } }],
    ['missing attributes', { unset: ['gone', 'gone.n', 'list[0].gone'] }],
    ['what is no number', { inc: { 'list[0].tags': 1 }, dec: { 'list[0]._key': 1 } }],
    ['what is no text', { diffMatchPatch: { list: '@@ -1 +1 @@\n-a\n+b\n' } }],
    ['a place in a missing list', { insert: { after: 'other[-1]', items: [1] } }],
    ['a place by an unknown key', { insert: { before: 'list[_key=="c"]', items: [1] } }],
    ['an item by an unknown key', { insert: { replace: 'list[_key=="c"]', items: [1] } }],
    ['existing values, if missing', { setIfMissing: { list: 1, 'list[0].n': 9, 'list[7].n': 9 } }],
  ])('does nothing at %s', (_, operations) => {
    expect(patched(operations)).toEqual({ list: LIST })
  })

  it.each<[PatchOperations, object]>([
    [{ set: { 'list[-1].n': 9 } }, { list: [a, { ...b, n: 9 }] }],
    [{ set: { 'list[-2]': 9 } }, { list: [9, b] }],
    [
      { set: { 'list[0:2].n': 9 } },
      {
        list: [
          { ...a, n: 9 },
          { ...b, n: 9 },
        ],
      },
    ],
    [{ set: { 'list[-1:].n': 9 } }, { list: [a, { ...b, n: 9 }] }],
    [{ set: { 'list[:-1].n': 9 } }, { list: [{ ...a, n: 9 }, b] }],
    [
      { set: { 'list[0,1].n': 9 } },
      {
        list: [
          { ...a, n: 9 },
          { ...b, n: 9 },
        ],
      },
    ],
    [
      { set: { 'list[_key=="b"].deep.more.x': 9 } },
      { list: [a, { ...b, deep: { n: 3, more: { x: 9 } } }] },
    ],
    [{ set: { 'list[n >= 2].n': 9 } }, { list: [a, { ...b, n: 9 }] }],
    [{ set: { 'list[deep?].n': 9 } }, { list: [a, { ...b, n: 9 }] }],
    [{ set: { 'one.two.three': 1 } }, { list: LIST, one: { two: { three: 1 } } }],
    [{ setIfMissing: { 'list[-1].x.y': 1 } }, { list: [a, { ...b, x: { y: 1 } }] }],
    [
      { inc: { 'list[-1].n': 1 }, dec: { 'list[0].n': 1 } },
      {
        list: [
          { ...a, n: 0 },
          { ...b, n: 3 },
        ],
      },
    ],
    [
      { inc: { 'list..n': 1 } },
      {
        list: [
          { ...a, n: 2 },
          { ...b, n: 3, deep: { n: 4 } },
        ],
      },
    ],
    [{ unset: ['list[-1]'] }, { list: [a] }],
    [{ unset: ['list[0:9]'] }, { list: [] }],
    [{ unset: ['list[0].tags[@ == "x"]'] }, { list: [{ ...a, tags: ['y'] }, b] }],
    [{ insert: { after: 'list[-1]', items: [1, 2] } }, { list: [a, b, 1, 2] }],
    [{ insert: { before: 'list[-1]', items: [1] } }, { list: [a, 1, b] }],
    [{ insert: { after: 'list[9]', items: [1] } }, { list: [a, b, 1] }],
    [{ insert: { before: 'list[-9]', items: [1] } }, { list: [1, a, b] }],
    [{ insert: { replace: 'list[0:2]', items: [1] } }, { list: [1] }],
    [{ insert: { replace: 'list[_key=="a"]', items: [1, 2] } }, { list: [1, 2, b] }],
    [
      { insert: { after: 'list[0].tags[-1]', items: ['z'] } },
      { list: [{ ...a, tags: ['x', 'y', 'z'] }, b] },
    ],
  ])('works at each place that it selects: %j', (operations, fields) => {
    expect(patched(operations)).toEqual(fields)
  })

  it.each(['before', 'after', 'replace'])('inserts %s the ends of an empty list', (where) => {
    for (const at of ['list[-1]', 'list[0]']) {
      expect(patched({ insert: { [where]: at, items: [1, 2] } }, { list: [] })).toEqual({
        list: [1, 2],
      })
    }
  })

  it('never shares values between places, or with the request', () => {
    const value = { n: 1 }
    const set = { 'list[0:2].v': value }
    const { list } = patched({ set, inc: { 'list[0].v.n': 1 } }) as { list: { v: object }[] }
    expect([list[0]?.v, list[1]?.v, value]).toEqual([{ n: 2 }, { n: 1 }, { n: 1 }])
  })

  it('with any path works or is rejected in words', () => {
    const names = ['list', 'n', 'deep', '..', '*', '@', "['tags']", 'length', '.', '__proto__']
    const inside = ['0', '-1', '9e9', '99999999999', ':', '1:', ':-1', '-5:7', '*', '@', 'n', 'n?']
    const more = [
      '_key=="a"',
      '_key!="a"',
      'n>1',
      '@=="x"',
      'list[0]',
      '"x"',
      'null',
      '',
      '0,1',
      "'",
    ]
    const segment = fc.oneof(
      fc.constantFrom(...names),
      fc.constantFrom(...names).map((name) => `.${name}`),
      fc.constantFrom(...inside, ...more).map((selector) => `[${selector}]`),
    )
    const path = fc.array(segment, { maxLength: 5 }).map((segments) => segments.join(''))
    const kinds = ['set', 'setIfMissing', 'unset', 'inc', 'diffMatchPatch', 'insert'] as const
    fc.assert(
      fc.property(path, fc.constantFrom(...kinds), fc.anything(), (at, kind, given) => {
        const value = given === undefined ? null : JSON.parse(JSON.stringify(given) ?? 'null')
        const operations = {
          unset: { unset: [at] },
          insert: { insert: { replace: at, items: [value] } },
          inc: { inc: { [at]: 1 } },
          diffMatchPatch: { diffMatchPatch: { [at]: JSON.stringify(value) } },
          set: { set: { [at]: value } },
          setIfMissing: { setIfMissing: { [at]: value } },
        }[kind]
        try {
          patched(operations as PatchOperations)
        } catch (error) {
          expect(error).toBeInstanceOf(LakeError)
          expect([400, 409]).toContain((error as LakeError).statusCode)
          expect((error as LakeError).message).not.toMatch(/\(\)|undefined|is not a function/)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

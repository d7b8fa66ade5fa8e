import { applyPatch, type RawPatch } from 'mendoza'
import { describe, expect, it } from 'vitest'
import { diff } from './mendoza.ts'

const long = 'A sentence that is long enough for a patch of its own, with ü, 漢字 and 🕌 in it. '

const PAIRS: [string, unknown, unknown][] = [
  ['a creation', null, { _id: 'a', n: 1 }],
  ['a deletion', { _id: 'a', n: 1 }, null],
  ['attributes added, changed, removed', { a: 1, b: 2, c: [1] }, { a: 1, b: 3, d: null }],
  ['objects within objects', { a: { b: { c: 1, d: 2 } } }, { a: { b: { c: 1 }, e: {} } }],
  ['a list emptied', { a: [1, 2] }, { a: [] }],
  ['a list filled', { a: [] }, { a: [1, [2], { b: 3 }] }],
  ['a list reordered', { a: [1, 2, 3, 4] }, { a: [4, 1, 2, 3] }],
  ['equal items', { a: [1, 1, 2] }, { a: [1, 1, 1, 2, 2] }],
  [
    'keyed items changed and moved',
    { a: [{ _key: 'x', t: long, n: 1 }, { _key: 'y', n: 1 }, 3] },
    { a: [{ _key: 'y', n: 2 }, 3, { _key: 'x', t: `${long}!`, n: 1 }] },
  ],
  ['another kind of value', { a: [1], b: { c: 1 }, d: 'x' }, { a: { 0: 1 }, b: 'c', d: ['x'] }],
  ['text inserted', { t: long + long }, { t: `${long}new ü ${long}` }],
  ['text removed', { t: long + long }, { t: long }],
  ['text replaced around wide characters', { t: `${long}漢${long}` }, { t: `${long}🕌${long}` }],
  ['text with half a character', { t: `${long}\ud83d` }, { t: `${long}\ud83dx` }],
  ['text emptied', { t: long }, { t: '' }],
  ['keys in another order', { b: 1, a: 2, c: 3 }, { c: 3, a: 2, b: 4 }],
]

describe('a mendoza patch', () => {
  it.each(PAIRS)('leads there and back: %s', (_, left, right) => {
    const before = structuredClone(left)
    expect(applyPatch(left, diff(left, right) as RawPatch)).toEqual(right)
    expect(applyPatch(right, diff(right, left) as RawPatch)).toEqual(left)
    expect(left).toEqual(before)
  })

  it('has the two forms that Studio recognises', () => {
    expect(diff(null, { _id: 'a' })).toEqual([0, { _id: 'a' }])
    expect(diff({ _id: 'a' }, null)).toEqual([0, null])
  })

  it('of a keystroke is short, deep in a long document too', () => {
    const blocks = Array.from({ length: 50 }, (_, i) => ({
      _key: `k${i}`,
      children: [{ _key: 's', text: long }],
    }))
    const edited = structuredClone({ body: blocks })
    if (edited.body[25]?.children[0]) edited.body[25].children[0].text = `${long}x`
    const patch = diff({ body: blocks }, edited)
    expect(applyPatch({ body: blocks }, patch as RawPatch)).toEqual(edited)
    expect(JSON.stringify(patch).length).toBeLessThan(120)
  })
})

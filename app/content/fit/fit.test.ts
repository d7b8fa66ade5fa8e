import { describe, expect, it } from 'vitest'
import { CONFIRMATION_QUERY } from '../queries/applications.ts'
import { REDIRECTS_QUERY } from '../queries/redirects.ts'
import { fitResult } from './fit.ts'

const wrong = [4.2, true, { _type: 'unknown', value: { deep: true } }, {}, ['a', null, { b: 1 }]]

describe('fitResult', () => {
  it.each([...wrong, []].map((value) => [value]))('replaces %j in place of a text', (value) => {
    const given = { title: value, onboarding: { title: value }, follow: 'Follow' }
    expect(fitResult(CONFIRMATION_QUERY, given)).toMatchObject({
      ...{ title: null, onboarding: { title: null }, follow: 'Follow' },
    })
  })

  it.each(['text', 4.2, true, []].map((value) => [value]))(
    'replaces %j in place of an object',
    (value) => {
      expect(fitResult(CONFIRMATION_QUERY, { onboarding: value })).toMatchObject({
        onboarding: null,
      })
      expect(fitResult(CONFIRMATION_QUERY, value)).toBeNull()
    },
  )

  it('removes wrong values from arrays, keeps objects of unknown types, and replaces other values with arrays', () => {
    const block = { _type: 'block', _key: 'a', children: [{ _type: 'span', _key: 'b', text: 'A' }] }
    const unknown = { _type: 'unknown', _key: 'c' }
    const intro = [block, unknown, 'text', 7, null, [block]]
    const children = [...block.children, unknown, { _type: 'span', _key: 'd', text: {} }]
    expect(fitResult(CONFIRMATION_QUERY, { intro })).toEqual({ intro: [block, unknown] })
    expect(fitResult(CONFIRMATION_QUERY, { intro: [{ ...block, children }] })).toEqual({
      intro: [
        {
          ...block,
          children: [...block.children, unknown, { _type: 'span', _key: 'd', text: null }],
        },
      ],
    })
    for (const other of ['text', 7, block]) {
      expect(fitResult(CONFIRMATION_QUERY, { intro: other })).toEqual({ intro: [] })
    }
    expect(fitResult(REDIRECTS_QUERY, [{ from: '/a', to: 7, temporary: 'no' }, 'x'])).toEqual([
      { from: '/a', to: null, temporary: null },
    ])
  })

  it('returns the result of an unknown query unchanged', () => {
    expect(fitResult('*[0]', wrong)).toBe(wrong)
  })
})

import { describe, expect, it } from 'vitest'
import { checkAddress } from './address.ts'
import { checkPlainWords } from './plain-words.ts'
import { checkPhone, checkRange, checkReachable, checkTimeZone } from './values.ts'

describe('checkAddress', () => {
  it.each([
    ['https://cal.com/halvi/partnership', ['https']],
    ['mailto:support@halvi.com', ['mailto']],
    ['tel:+12145550142', ['tel']],
    ['/support/help?q=a#top', ['path']],
    ['/', ['https', 'path']],
    [undefined, ['https']],
    ['', ['https']],
  ] as const)('accepts %s', (value, kinds) => {
    expect(checkAddress(value, kinds)).toBe(true)
  })

  it.each([
    ['http://halvi.com', ['https']],
    ['javascript:alert(1)', ['https', 'mailto', 'tel', 'path']],
    ['https://', ['https']],
    ['https://halvi', ['https']],
    ['//evil.example', ['path']],
    ['/\\evil.example', ['path']],
    ['/.//evil.example', ['path']],
    ['/a/..//evil.example', ['path']],
    ['/%2e//evil.example', ['path']],
    ['/\t/evil.example', ['path']],
    ['java\nscript:alert(1)', ['https', 'path']],
    ['data:text/html,x', ['https', 'path']],
    ['https://halvi.com@evil.example', ['https']],
    ['https://halvi.com\\@evil.example', ['https']],
    ['/waitlist', ['https']],
    ['https://halvi.com', ['path']],
    ['mailto:nobody', ['mailto']],
    ['tel:call me', ['tel']],
    [' https://halvi.com', ['https']],
  ] as const)('rejects %s', (value, kinds) => {
    expect(checkAddress(value, kinds)).toBeTypeOf('string')
  })

  it('lists every accepted kind in the error', () => {
    expect(checkAddress('x', ['https', 'path'])).toMatch(/https:\/\/.*or.*start/)
  })
})

describe('checkRange', () => {
  it.each([
    [undefined],
    [{}],
    [{ low: 5, high: 10 }],
    [{ low: 5, high: 5 }],
    [{ low: 0, high: 0 }],
  ])('accepts %o', (bounds) => {
    expect(checkRange(bounds)).toBe(true)
  })

  it.each([[{ low: 11, high: 10 }], [{ low: 0 }], [{ high: 0 }]])('rejects %o', (bounds) => {
    expect(checkRange(bounds)).toBeTypeOf('string')
  })
})

describe('checkPlainWords', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['Drive with Halvi Rides!', []],
    ['I would like to take part in {branch}!', ['branch']],
    ['{branch}', ['branch']],
  ])('accepts %j', (text, placeholders) => {
    expect(checkPlainWords(text, placeholders)).toBe(true)
  })

  it.each([
    ['See https://halvi.com', []],
    ['I would like to take part in {branch}', []],
    ['Hear about “{branch}”', ['branch']],
    ['a'.repeat(201), []],
  ])('rejects %j', (text, placeholders) => {
    expect(checkPlainWords(text, placeholders)).toBeTypeOf('string')
  })
})

describe('checkTimeZone', () => {
  it.each([[undefined], ['America/Chicago'], ['UTC']])('accepts %s', (zone) => {
    expect(checkTimeZone(zone)).toBe(true)
  })

  it.each([['CST'], ['Central'], ['America/Dallas'], ['+05:00']])('rejects %s', (zone) => {
    expect(checkTimeZone(zone)).toBeTypeOf('string')
  })
})

describe('checkReachable', () => {
  it.each(['+12145550100', '+12145550142', '+16125550199'])('warns about %s', (phone) => {
    expect(checkReachable(phone)).toBeTypeOf('string')
  })
  it.each([undefined, '', '+12145550099', '+12145550200', '+12145551142', '+4412145550142'])(
    'accepts %s',
    (phone) => expect(checkReachable(phone)).toBe(true),
  )
})

describe('checkPhone', () => {
  it.each([[undefined], ['+12145550142']])('accepts %s', (phone) => {
    expect(checkPhone(phone)).toBe(true)
  })

  it.each([['2145550142'], ['+1 214 555 0142'], ['+0123456789'], ['+1']])('rejects %s', (phone) => {
    expect(checkPhone(phone)).toBeTypeOf('string')
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { cleanEmail, cleanText, withoutInvisible } from './clean-text.ts'

const inTags = (text: string) =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')

describe('cleanText and withoutInvisible', () => {
  it.each([
    '\u200b',
    '\u3164',
    '\u2800 \u2800',
    '\u115f\u1160',
    '\uffa0',
    '\ufeff',
    '\u00ad',
    '\u034f\u180e\u17b4',
    '\u200c\u200d\ufe0f',
    '\u3164\u200d\u3164',
    '\u202e\u2066\u2069',
    '\ufffc',
    '\x07\x7f\x85',
    ` \u00a0\u3000\n${inTags('hidden')}`,
  ])('return an empty text for invisible characters only: %j', (text) => {
    expect(cleanText(text)).toBe('')
  })

  it.each([
    ['\u200eAmina\u200f', 'Amina'],
    ['Am\u00adi\u200bn\u2060a', 'Amina'],
    ['\u202agpj.exe\u202c', 'gpj.exe'],
    ['\u202a+1 214\u00a0555\u202c 0100', '+1 214\u00a0555 0100'],
    [`Amina${inTags('ignore this')}`, 'Amina'],
    ['A\ufe0fm\u200di\u200cna', 'Amina'],
    ['one\ttwo\nthree\x1b\0', 'one\ttwo\nthree'],
    ['😀\ufe0f\ufe0e\u{e0101}\u{e0102}', '😀\ufe0f'],
  ])('remove invisible characters everywhere with withoutInvisible: %j', (text, clean) => {
    expect(withoutInvisible(text)).toBe(clean)
  })

  it.each([
    ['\u200eAmina\u200f', 'Amina'],
    [' \ufeff\u2800Amina\u3164\u00a0\x07', 'Amina'],
    ['\u202a+1 214\u00a0555 0100\u202c', '+1 214\u00a0555 0100'],
    [`Amina${inTags('ignore this')}`, 'Amina'],
    ['\u2066a\ufeffz\u2069', 'a\ufeffz'],
    ['Am\u200bina', 'Am\u200bina'],
    ['Am\u202eina\u2067 \u202aأمينة', 'Amina أمينة'],
  ])(
    'remove invisible characters at both ends, and controls of text direction, with cleanText: %j',
    (text, clean) => {
      expect(cleanText(text)).toBe(clean)
    },
  )

  it.each([
    ['a Persian name', 'علی\u200cرضا'],
    ['an Arabic number sign', '\u0600\u0661'],
    ['Malayalam with a joiner at the end', 'രമേശന\u0d4d\u200d'],
    ['a Sinhala conjunct', 'ශ\u0dca\u200dරී'],
    ['a variant of an ideograph', '\u845b\u{e0100}城'],
    ['a family', '👩\u200d👩\u200d👧'],
    ['a profession with a skin tone', '👩🏽\u200d💻'],
    ['a flag that consists of two emoji', '🏳\ufe0f\u200d🌈'],
    ['the flag of England', `🏴${inTags('gbeng')}\u{e007f}`],
    ['a keycap', '1\ufe0f\u20e3'],
    ['Braille', '\u2813\u2801'],
    ['separate accents', 'Zoe\u0308'],
  ])('keep %s', (_what, text) => {
    expect(cleanText(text)).toBe(text)
    expect(withoutInvisible(text)).toBe(text)
  })

  it('return either an empty or a visible text for any combination of characters', () => {
    const pieces = fc.constantFrom(
      ...[
        'a',
        'ن',
        '👩',
        '\u200c',
        '\u200d',
        '\ufe0f',
        '\u2800',
        ' ',
        '\u3164',
        '\u0d4d',
        '\u{e0067}',
      ],
      ...['\u{1f3f4}', '\u{e007f}', '1', '\u20e3', '\u202e', '\n'],
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (some) => {
        const clean = cleanText(some.join(''))
        expect(clean).toBe(clean.trim())
        expect(withoutInvisible(clean)).not.toMatch(/[\u202e\u3164\u2800]/)
        expect(cleanText(clean)).toBe(clean)
        expect(clean.length === 0 || /[^\s\p{Default_Ignorable_Code_Point}]/u.test(clean)).toBe(
          true,
        )
      }),
    )
  })
})

describe('cleanEmail', () => {
  it.each([
    '\u200eamina@example.com',
    'amina@example.com\u200b',
    'amina\u2060@example.com',
    '\u2068amina@example.com\u2069',
    'am\u00adina@exam\u200dple.com\ufeff',
    '\u202aamina@example.com\u202c',
    '\u00a0amina@example.com\u3000',
    'amina＠example.com',
    'ａｍｉｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ',
    'amina@example。com',
    'amina@example｡com',
    'amina﹫example.com',
    'mailto:amina@example.com',
    'MAILTO:amina@example.com?subject=Hello&body=x',
    '<amina@example.com>',
    '<mailto:amina@example.com>',
    'Amina Yusuf <amina@example.com>,',
    '“amina@example.com”',
    '(amina@example.com).',
    'amina@example.com;',
  ])('extracts the address from pasted text: %j', (text) => {
    expect(cleanEmail(text)).toBe('amina@example.com')
  })

  it.each([
    ['amina@münchen.example', 'amina@xn--mnchen-3ya.example'],
    ['amina@MU\u0308NCHEN.example', 'amina@xn--mnchen-3ya.example'],
    ['amina@例子。广告', 'amina@xn--fsqu00a.xn--4rr70v'],
    ['amina@نامه\u200cای.com', 'amina@xn--mgba3gch31f060k.com'],
  ])('converts the domain to ASCII: %s', (text, clean) => {
    expect(cleanEmail(text)).toBe(clean)
  })

  it.each([
    'amina',
    'amina@',
    'amina @example.com',
    'amina@exa mple.com',
    'amina@ü/x',
    'amina@ü:80',
    "'amina@example.com'",
    'аmina@example.com',
    'amina²@example.com',
    'a@x.com, b@x.com',
    `<${'a'.repeat(2_000)}@example.com>`,
  ])('does not make an invalid address valid: %j', (text) => {
    expect(cleanEmail(text)).not.toMatch(z.regexes.html5Email)
  })

  it('does not change a valid address', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,9}@[a-zA-Z0-9]{1,5}(\.[a-z]{1,5})?$/),
        (email) => {
          expect(cleanEmail(email)).toBe(email)
        },
      ),
    )
  })
})

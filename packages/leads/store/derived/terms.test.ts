import { expect, it } from 'vitest'
import { derive } from './content.ts'

const part = (number: number) => number.toString(36).padStart(2, '0').slice(-2)
const joined = Array.from({ length: 3_333 }, (_, number) => part(number * 7)).join('-')
const numbers = Array.from({ length: 700 }, (_, number) => `+49 ${6_000_000_000 + number}`).join(
  ' ',
)

it.each([
  ['parts of words', joined],
  ['phone numbers', numbers.slice(0, 10_000)],
  ['characters that unfold to words', '\ufdfa '.repeat(5_000)],
  [
    'letters of four bytes',
    Array.from({ length: 2_500 }, (_, i) => String.fromCodePoint(0x20000 + i, 0x20)).join(''),
  ],
])('stores at most 40 kB of words of a message of %s', (_what, message) => {
  const payload = JSON.stringify({ name: 'Amina Yusuf', message, subject: 'late' })
  const lead = { payload, first_touch: null, state: 'stored' as const }
  const { terms } = derive(lead, [message, message], [])
  expect(Buffer.byteLength(terms.join(' '))).toBeLessThanOrEqual(40_000)
  expect(terms).toEqual(expect.arrayContaining(['amina', 'yusuf']))
})

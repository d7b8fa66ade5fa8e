import { expect, it } from 'vitest'
import { latinSlug, slugify } from '../schemas/fields/slugify.ts'
import { checkSlug } from '../schemas/validation/slug.ts'
import { pageSlug } from './addresses.ts'

it.each([
  ['İstanbul’da iftar', 'istanbulda-iftar', 'istanbulda-iftar'],
  ['IĞDIR ışığı', 'igdir-isigi', 'igdir-isigi'],
  ['Cafe\u0301 Großmarkt, Łódź', 'cafe-grossmarkt-lodz', 'cafe-grossmarkt-lodz'],
  ['Ｆｕｌｌ ﬁsh 𝐁𝐨𝐥𝐝', 'full-fish-bold', 'full-fish-bold'],
  ['Việt Nam q\u0323\u0307', 'viet-nam-q', 'viet-nam-q'],
  ['رمضان ٢٠٢٧', 'رمضان-٢٠٢٧', ''],
  ['斋月 2027', '斋月-2027', ''],
  ['ラーメン とハラール', 'ラーメン-とハラール', ''],
  ['नमस्ते दुनिया', 'नमस्ते-दुनिया', ''],
  ['𠮷野家 𐐀𐐁', '𠮷野家-𐐨𐐩', ''],
  ['Рамадан', 'рамадан', 'ramadan'],
  ['Ελλάδα', 'ελλάδα', 'ellada'],
  ['— 🎉 !', '', ''],
  ['  2027: 10% off -- now ', '2027-10-off-now', '2027-10-off-now'],
])('%s becomes %s, or %s with Latin letters', (title, page, latin) => {
  expect([slugify(title), latinSlug(title)]).toEqual([page, latin])
  if (page) expect(pageSlug(`/${page}`)).toBe(page)
  expect(checkSlug('faqEntry', latin)).toBe(true)
})

it.each(['𠮷'.repeat(80), 'न्'.repeat(80), 'é'.repeat(80), `${'word '.repeat(30)}`])(
  'never cuts a letter or a word of a long title: %s',
  (title) => {
    const slug = slugify(title)
    expect([...slug].length).toBeLessThanOrEqual(60)
    expect([...slug].length).toBeGreaterThan(50)
    expect(slug).not.toMatch(/\p{Surrogate}/u)
    expect(slug).not.toMatch(/-$|wor$/)
    expect(pageSlug(`/${slug}`)).toBe(slug)
  },
)

import { english, type Language, languageFrom } from 'halvi-site/language/language'
import { addressIn } from 'halvi-site/language/local-path'
import { format } from 'halvi-site/words/format'
import { wordsOf } from 'halvi-site/words/words'
import { expect, it } from 'vitest'
import { shareCachedSite } from '../share-cached-site.ts'
import { shareEdits } from './share-edits.ts'

const cached = shareCachedSite()
const { edit } = shareEdits(cached)

const languages = [english, languageFrom({ code: 'es' }), languageFrom({ code: 'ar' })]

it('the words after numbers that staff change agree with them', async () => {
  const count = 11
  const numbers = { 'challenge.participants': count, 'challenge.days': count, rateMonths: count }
  await edit('programme-challenge', numbers)
  for (const language of languages as Language[]) {
    const { code, locale } = language
    const words = wordsOf(await cached.lake.editor.getDocument(`words-${code}`), language).facts
    const inWords = (unit: 'participantCount' | 'spotCount' | 'dayCount' | 'monthCount') =>
      format(words[unit], { count }, locale)
    const path = addressIn(language, '/affiliates/challenge')
    expect((await cached.site.request(path)).text).toContain(inWords('monthCount'))
    const { text } = await cached.site.request(path)
    for (const unit of ['participantCount', 'spotCount', 'dayCount'] as const)
      expect(text).toContain(inWords(unit))
  }
})

it('an Arabic page keeps the order of numbers that editors type', async () => {
  const text = 'العمولة 8–15% من $50.'
  const block = (_key: string) => ({
    ...{ _type: 'block', _key, style: 'normal', markDefs: [] },
    children: [{ _type: 'span', _key: 's', marks: [], text }],
  })
  await cached.lake.editor
    .transaction()
    .patch('contactPage-ar', { set: { title: text, 'seo.title': text, intro: [block('a')] } })
    .patch('contactPage', { set: { title: text } })
    .commit()
  expect((await cached.site.request('/ar/support/contact')).text).toContain('العمولة')
  const { text: page } = await cached.site.request('/ar/support/contact')
  const range = '<bdi dir="ltr">8–15%</bdi>'
  const rest = ' من <bdi dir="ltr">$50</bdi>.'
  const pair = `<span class="together">العمولة <span class="whitespace-nowrap">${range}</span></span>`
  expect(page).toContain(`>${pair}${rest}</h1>`)
  expect(page).toContain(`<p>${pair}${rest}</p>`)
  expect(page).toContain('.together{')
  expect(page).toContain('<title>العمولة \u20668–15%\u2069 من \u2066$50\u2069. | Halvi</title>')
  expect((await cached.site.request('/support/contact')).text).toContain('من $50.</h1>')
})

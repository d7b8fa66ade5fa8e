import { expect, it } from 'vitest'
import { shareCachedSite } from '../share-cached-site.ts'

const cached = shareCachedSite()

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
  await cached.shows('/ar/support/contact', 'العمولة')
  const { text: page } = await cached.site.request('/ar/support/contact')
  const range = '<bdi dir="ltr">8–15%</bdi>'
  const rest = ' من <bdi dir="ltr">$50</bdi>.'
  expect(page).toContain(`>العمولة ${range}${rest}</h1>`)
  expect(page).toContain(`<p>العمولة <span class="whitespace-nowrap">${range}</span>${rest}</p>`)
  expect(page).toContain('<title>العمولة \u20668–15%\u2069 من \u2066$50\u2069. | Halvi</title>')
  await cached.shows('/support/contact', `>${text}</h1>`)
})

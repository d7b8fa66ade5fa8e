import type { Page } from '@playwright/test'
import { contentOf } from '../site-content.ts'
import { expect, test } from './site.ts'

test.use({ javaScriptEnabled: false })

const block = (text: string, index: number) => ({
  ...{ _type: 'block', _key: `b${index}`, style: 'normal', markDefs: [] },
  children: [{ _type: 'span', _key: 's', marks: [], text }],
})

/** Returns the characters of the lines of an element, from left to right as they are drawn. */
const drawn = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all.map((element) => {
      const characters: { text: string; left: number; top: number }[] = []
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const [index, text] of [...(node.textContent ?? '')].entries()) {
          const range = new Range()
          range.setStart(node, index)
          range.setEnd(node, index + 1)
          const { left, top } = range.getBoundingClientRect()
          characters.push({ text, left, top: Math.round(top) })
        }
      }
      return characters
        .sort((a, b) => a.left - b.left)
        .map(({ text }) => text)
        .join('')
    }),
  )

const numbers = [
  ...['+1 (214) 555-0142', '2025-09-15', '9:00–17:00', '10,000+', '€50', '50 €', '#1', '-5', '−5'],
  ...['50 USD', 'USD 50', '5–10%', '5 – 10%', '2 to 3', '$40K', '24/7', '16x', '3.5%', 'US$50'],
  ...['5 °C', '20°', '8–15 %', '1920×1080', '214 555 0142', '9:00 AM – 5:00 PM', '10 000 USD'],
  ...['75201-1234', 'HLV-2024-001', 'https://halvi.example/8-15', '۲۰۲۵-۰۹-۱۵', 'Halvi 10,000+'],
  ...['+١ (٢١٤) ٥٥٥-٠١٤٢', '1,000.50', '±3', '5‰', '₹500', '2½', '10x–20x', '$50–$100'],
]

test('numbers in Arabic texts, tables, and titles are drawn from left to right', async ({
  page,
  site,
}) => {
  const rows = [...numbers.entries()].map(([index, number]) => ({
    ...{ _type: 'tableRow', _key: `r${index}` },
    cells: ['نص', `نص (${number})، نص.`],
  }))
  const body = [
    ...numbers.map((number, index) => block(`نص ${number} نص (${number}).`, index)),
    { _type: 'table', _key: 't', rows },
  ]
  const title = 'نص +1 (214) 555-0142'
  const content = contentOf(site)
  const before = await content.getDocument('legal-terms-ar')
  await content.patch('legal-terms-ar').set({ body, title }).commit()
  await page.goto('/ar/support/terms')
  const lines = await drawn(page, 'main .prose > p')
  const cells = await drawn(page, 'main td:nth-child(2)')
  expect(lines).toHaveLength(numbers.length)
  for (const [index, number] of numbers.entries()) {
    expect.soft(lines[index]?.split(number), lines[index]).toHaveLength(3)
    expect.soft(cells[index], number).toContain(number)
  }
  const [heading] = await drawn(page, 'main h1')
  expect(heading).toContain('+1 (214) 555-0142')
  if (before) await content.createOrReplace(before)
})

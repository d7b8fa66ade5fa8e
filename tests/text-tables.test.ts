import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPageHandler, type PageHandler } from './page-handler.ts'

let site: PageHandler
beforeAll(async () => {
  site = await createPageHandler()
})
afterAll(() => site.close())

const row = (cells: unknown, index: number) => ({ _type: 'tableRow', _key: `r${index}`, cells })
const table = (rows: unknown[], fields: object = {}) => ({
  ...{ _type: 'table', _key: 't', headerRow: true, rows: rows.map(row) },
  ...fields,
})

/** Returns the HTML of the tables on the page of the terms, with this text. */
async function tablesOn(body: unknown[], path = '/support/terms') {
  await site.editor.patch('legal-terms').set({ body }).commit()
  const response = await site.request(path)
  expect(response.status).toBe(200)
  const html = await response.text()
  return html.match(/<section class="scroll-table.*?<\/section>/gs) ?? []
}

it('shows a table of a text in a box that scrolls, with its columns as headers', async () => {
  const [html = '', ...others] = await tablesOn([
    table([['Plan', 'Fee'], ['Basic <b>', '5%'], ['Plus']], { caption: 'Fees' }),
  ])
  expect(others).toEqual([])
  expect(html).toMatch(/^<section class="scroll-table [^"]*" aria-label="Fees" tabindex="0">/)
  expect(html).toContain('<caption>Fees</caption>')
  expect(html).toContain(
    '<thead><tr><th scope="col">Plan</th><th scope="col">Fee</th></tr></thead>',
  )
  expect(html).toContain('<td>Basic &lt;b&gt;</td><td>5%</td>')
  expect(html).toContain('<td>Plus</td><td></td>')
})

it('shows a table without headers and title', async () => {
  const [html] = await tablesOn([table([['رسوم', 'خطة']], { headerRow: false })])
  expect(html).toContain('aria-label="Table"')
  expect(html).not.toMatch(/<th|<caption/)
})

it('leaves out empty tables and rows, and shows large ones', async () => {
  const malformed = [table(['x', null, {}, [], ['', ' ']]), table([], { rows: 'x' })]
  expect(await tablesOn(malformed)).toEqual([])
  const [wide = ''] = await tablesOn([table([['', 'A'], [], ['B', '', 'C', { d: 1 }]])])
  expect(wide.match(/<tr>/g)).toHaveLength(2)
  expect(wide).toContain('<td>B</td><td></td><td>C</td>')
  const large = Array.from({ length: 1000 }, (_, y) =>
    Array.from({ length: 50 }, (_, x) => `${y}.${x}`),
  )
  const [html = ''] = await tablesOn([table(large)])
  expect(html.match(/<th scope="col">/g)).toHaveLength(50)
  expect(html.match(/<td>/g)).toHaveLength(999 * 50)
})

it('finds words of a table in the search of the FAQ, and in its data for search engines', async () => {
  const [{ _id: id }] = await site.editor.fetch('*[_type == "faqEntry"]')
  await site.editor
    .patch(id)
    .set({ answer: [table([['Zebra', 'Fee']])] })
    .commit()
  const html = await (await site.request('/support/faq?q=zebra')).text()
  expect(html).toContain('<th scope="col">Zebra</th>')
  expect(await (await site.request('/support/faq')).text()).toContain('"text":"Zebra Fee"')
})

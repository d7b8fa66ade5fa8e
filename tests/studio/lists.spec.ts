import type { Page } from '@playwright/test'
import type { SanityClient } from '@sanity/client'
import { waitForQuery } from './stored.ts'
import { field, goTo, newId, open, test } from './studio.ts'

/** Creates a draft of a page with these sections. Returns its id. */
async function newPage(content: SanityClient, sections: object[]): Promise<string> {
  const id = newId('page-test')
  const slug = { _type: 'slug', current: id }
  const keyed = sections.map((section, index) => ({ _key: `s${index}`, ...section }))
  await content.create({ _id: `drafts.${id}`, _type: 'page', title: id, slug, sections: keyed })
  return id
}

/** Deletes a draft after the Studio has left it: the Studio may still send edits of an open document. */
async function leaveAndDelete(studio: Page, content: SanityClient, id: string): Promise<void> {
  await goTo(studio, '/studio/structure')
  await content.delete(`drafts.${id}`)
}

/** Opens a page and its section of this kind. */
async function openSection(studio: Page, id: string, kind: string): Promise<void> {
  await open(studio, 'page', id)
  await field(studio, 'sections').getByRole('button', { name: kind, exact: true }).click()
}

test('a comparison is edited as a table', async ({ studio, content }) => {
  const id = await newPage(content, [{ _type: 'comparisonSection' }])
  await openSection(studio, id, 'Comparison table')
  const grid = studio.getByTestId('table-input')
  await grid.getByRole('textbox', { name: 'Row 1, column 2' }).fill('Halvi')
  await grid.getByRole('textbox', { name: 'Row 2, column 1' }).fill('Fee')
  await grid.getByRole('button', { name: 'Add column' }).click()
  await grid.getByRole('textbox', { name: 'Row 2, column 3' }).fill('9%')
  const cells = '*[_id == $id][0].sections[0].rows[].cells'
  const expected = [
    ['', 'Halvi', ''],
    ['Fee', '', '9%'],
  ]
  await waitForQuery(content, cells, { id: `drafts.${id}` }, expected)
  await leaveAndDelete(studio, content, id)
})

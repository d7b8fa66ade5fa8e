import { openSectionMenu } from './preview.ts'
import { waitForQuery } from './stored.ts'
import { expect, goTo, newId, test } from './studio.ts'

test('sections are moved, duplicated, and removed on the page in the preview', async ({
  studio,
  content,
}) => {
  const id = newId('page-test')
  const text = (_key: string, title: string) => ({
    ...{ _key, _type: 'textSection', heading: { _type: 'heading', title } },
    body: [
      {
        ...{ _type: 'block', _key: 'a', style: 'normal', markDefs: [] },
        children: [{ _type: 'span', _key: 'b', text: 'Words.', marks: [] }],
      },
    ],
  })
  await content.create({
    ...{ _id: id, _type: 'page', title: 'Preview', slug: { _type: 'slug', current: id } },
    sections: [{ _key: 'hero', _type: 'heroSection' }, text('one', 'One'), text('two', 'Two')],
  })
  await studio.setViewportSize({ width: 1600, height: 900 })
  await goTo(studio, `/studio/presentation?preview=/${id}`)
  const frame = studio.frameLocator('iframe')
  const sections = frame.locator('[data-sanity*="path=sections:"]')
  await expect(sections).toHaveCount(3)
  const overlay = frame.locator('sanity-visual-editing')
  const openMenu = (key: string) => openSectionMenu(studio, key)
  const expectSections = (query: string, expected: unknown) =>
    waitForQuery(content, `*[_id == $id][0].sections${query}`, { id: `drafts.${id}` }, expected)

  await openMenu('one')
  await overlay.getByText('Move', { exact: true }).hover()
  await overlay.getByText('Down', { exact: true }).click()
  await expectSections('[]._key', ['hero', 'two', 'one'])
  await expect(sections.nth(1)).toContainText('Two')
  await openMenu('two')
  await overlay.getByRole('menuitem', { name: 'Duplicate' }).click()
  const types = ['heroSection', 'textSection', 'textSection', 'textSection']
  await expectSections('[]._type', types)
  await expect(sections).toHaveCount(4)
  await openMenu('one')
  await overlay.getByRole('menuitem', { name: 'Remove' }).click()
  await expectSections('[_key == "one"]', [])
  await openMenu('hero')
  await overlay.getByText('Insert after', { exact: true }).hover()
  await overlay.getByText('Quotes', { exact: true }).click()
  await expectSections('[1]._type', 'quoteSection')
  await expect(sections).toHaveCount(4)
  await goTo(studio, '/studio/structure')
  await content.delete({ query: '*[_id in $ids]', params: { ids: [id, `drafts.${id}`] } })
})

import { expect, goTo, newId, test } from './studio.ts'

const typesOf = '*[_id == $id][0].sections[]._type'

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
  const openMenu = async (key: string) => {
    const item = overlay.getByRole('menuitem', { name: 'Duplicate' })
    // The overlays follow the pointer once they are loaded.
    await expect(async () => {
      await studio.mouse.move(0, 0)
      const section = frame.locator(`[data-sanity*="path=sections:${key};"]`)
      await section.hover({ position: { x: 20, y: 20 } })
      await section.click({ button: 'right', position: { x: 20, y: 20 } })
      await expect(item).toBeVisible({ timeout: 2_000 })
    }).toPass()
  }
  const keys = () => content.fetch('*[_id == $id][0].sections[]._key', { id: `drafts.${id}` })

  await openMenu('one')
  await overlay.getByText('Move', { exact: true }).hover()
  await overlay.getByText('Down', { exact: true }).click()
  await expect.poll(keys).toEqual(['hero', 'two', 'one'])
  await expect(sections.nth(1)).toContainText('Two')
  await openMenu('two')
  await overlay.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect.poll(async () => (await keys()).length).toBe(4)
  await expect(sections).toHaveCount(4)
  await openMenu('one')
  await overlay.getByRole('menuitem', { name: 'Remove' }).click()
  await expect.poll(keys).not.toContain('one')
  await openMenu('hero')
  await overlay.getByText('Insert after', { exact: true }).hover()
  await overlay.getByText('Quotes', { exact: true }).click()
  await expect
    .poll(async () => (await content.fetch(typesOf, { id: `drafts.${id}` }))[1])
    .toBe('quoteSection')
  await expect(sections).toHaveCount(4)
  await goTo(studio, '/studio/structure')
  await content.delete({ query: '*[_id in $ids]', params: { ids: [id, `drafts.${id}`] } })
})

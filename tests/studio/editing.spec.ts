import { expectOnPage, newService } from './service-page.ts'
import { choose, expect, field, newId, open, publishButton, test } from './studio.ts'

test('numbers: a changed commission is public after publishing', async ({ studio, content }) => {
  const id = newId('branch-test')
  await content.create({
    _id: id,
    _type: 'branch',
    name: 'Test',
    hue: 'local',
    tagline: 'Test',
    summary: 'Test',
    commission: { _type: 'percentageRange', low: 5, high: 10 },
    order: 99,
  })
  await open(studio, 'branch', id)
  const high = field(studio, 'commission.high').getByTestId('number-input')
  await high.fill('4')
  await expect(studio.getByTestId('input-validation-icon-error').first()).toBeVisible()
  await expect(publishButton(studio)).toBeDisabled()
  await high.fill('12')
  await expect(studio.getByTestId('input-validation-icon-error')).toHaveCount(0)
  await publishButton(studio).click()
  await expect
    .poll(() => content.fetch('*[_id == $id][0].commission{low, high}', { id }))
    .toEqual({ low: 5, high: 12 })
  // Other tests check the list of branches.
  await content.delete(id)
})

test('lists: entries can be added, moved, and removed', async ({ studio, content, site }) => {
  const id = await newService(content)
  await open(studio, 'servicePage', id, { path: 'keyFeatures' })
  const list = field(studio, 'keyFeatures')
  const titles = () => content.fetch('*[_id == $id][0].keyFeatures[].title', { id: `drafts.${id}` })

  await list.getByRole('button', { name: 'Add item' }).click()
  const dialog = studio.getByTestId('nested-object-dialog')
  await dialog.getByTestId('string-input').first().fill('Third')
  await expect.poll(titles).toEqual(['First', 'Second', 'Third'])
  await studio.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const handle = list.locator('[data-ui="DragHandleButton"]').first()
  await handle.focus()
  await handle.press('Space')
  // Keys are ignored until the item is picked up or moved. The live region for screen readers shows when.
  const liveRegion = studio.locator('[id^="DndLiveRegion"]')
  await expect(liveRegion.filter({ hasText: /item (\S+) was moved over \w+ area \1/ })).toHaveCount(
    1,
  )
  await handle.press('ArrowDown')
  await expect(
    liveRegion.filter({ hasText: /item (\S+) was moved over \w+ area (?!\1)/ }),
  ).toHaveCount(1)
  await handle.press('Space')
  await expect.poll(titles).toEqual(['Second', 'First', 'Third'])

  await list.getByTestId('array-item-menu-button').last().click()
  await studio.getByRole('menuitem', { name: 'Remove' }).click()
  await expect.poll(titles).toEqual(['Second', 'First'])
  await publishButton(studio).click()
  await expectOnPage(site, id, /<h3[^>]*>Second<.*<h3[^>]*>First</s)
  await content.delete(id)
})

test('references: another document can be chosen', async ({ studio, content, site }) => {
  const id = await newService(content)
  await expectOnPage(site, id, /data-hue="local"/)
  await open(studio, 'servicePage', id, { path: 'branch' })
  await studio.locator('#branch-menuButton').click()
  await studio.getByRole('menuitem', { name: 'Replace' }).click()
  await choose(studio, 'Rides')
  await expect
    .poll(() => content.fetch('*[_id == $id][0].branch._ref', { id: `drafts.${id}` }))
    .toBe('branch-rides')
  await publishButton(studio).click()
  await expectOnPage(site, id, /data-hue="rides"/)
  await content.delete(id)
})

import { expect, open, openActions, test } from './studio.ts'

test('singletons and programs cannot be duplicated, unpublished, or deleted', async ({
  studio,
  content,
}) => {
  for (const [type, id] of [
    ['siteSettings', 'siteSettings'],
    ['affiliateProgram', 'program-creator'],
  ] as const) {
    await open(studio, type, id)
    await expect(studio.getByTestId('action-publish')).toBeVisible()
    // The menu exists only if there is a draft to discard.
    await content.create({ ...(await content.getDocument(id)), _id: `drafts.${id}`, _type: type })
    const menu = await openActions(studio)
    await expect(menu.getByRole('menuitem')).toHaveText([
      /^Schedule publish/,
      /^Discard/,
      /^Share preview/,
    ])
    await studio.keyboard.press('Escape')
    await content.delete(`drafts.${id}`)
  }
})

test('singletons are not offered as new documents', async ({ studio }) => {
  await studio.getByTestId('new-document-button').click()
  const offers = studio
    .getByTestId('new-document-button-search-input')
    .locator('xpath=ancestor::*[@data-ui="Popover"]')
  await expect(offers.getByText('FAQ question', { exact: true })).toBeVisible()
  await expect(offers.getByText('Site settings')).toHaveCount(0)
  await expect(offers.getByText('Affiliate program')).toHaveCount(0)
})

import { expectAnswer } from '../public-pages.ts'
import { tabTo } from './overlay.ts'
import { waitForDocument, waitForNoDocument } from './stored.ts'
import { expect, goTo, newId, type newQuestion, open, runAction, test } from './studio.ts'

async function newPage(content: Parameters<typeof newQuestion>[0]) {
  const id = newId('feature-test')
  const page = await content.getDocument('business-driver')
  await content.create({
    ...page,
    ...{ _id: id, _type: 'businessPage', title: `Page ${id}` },
    slug: { _type: 'slug', current: id },
  })
  return { id, path: `/business/${id}` }
}

test('a deleted page can lead its visitors to another one, with the keyboard only', async ({
  studio,
  content,
  site,
}) => {
  const { id, path } = await newPage(content)
  const from = `/${id}-old`
  const destination = { _type: 'link', page: { _type: 'reference', _ref: id } }
  await content.create({ _id: `redirect-${id}`, _type: 'redirect', from, destination })
  await expectAnswer(site, from, path)

  await open(studio, 'businessPage', id)
  await studio.getByTestId('pane-footer').getByTestId('action-menu-button').focus()
  await studio.keyboard.press('Enter')
  await tabTo(studio, studio.getByRole('menuitem', { name: /^Delete/ }), 'ArrowDown')
  await studio.keyboard.press('Enter')
  const dialog = studio.getByTestId('uses-dialog')
  const choice = dialog.getByRole('combobox', { name: `Visitors of ${path} get` })
  await expect(choice).toBeFocused()
  await expect(dialog.getByRole('status')).toHaveText('Redirects to this page are removed, too.')
  await studio.keyboard.type('Privacy')
  await expect(choice.locator('option:checked')).toHaveText('Privacy Policy (/support/privacy)')
  await expect(dialog.getByRole('status')).toHaveText(/lead to \/support\/privacy\.$/)
  await studio.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await studio.keyboard.press('Tab')
  await studio.keyboard.press('Enter')
  await waitForNoDocument(content, id)
  for (const old of [path, from]) await expectAnswer(site, old, '/support/privacy')
  await content.delete({ query: '*[_type == "redirect" && from match $id]', params: { id } })
})

test('a release that would unpublish a page in use names the documents that use it', async ({
  studio,
  content,
}) => {
  const { id } = await newPage(content)
  const release = newId('r').replace('-', '')
  const destination = { _type: 'link', page: { _type: 'reference', _ref: id } }
  await content.create({
    _id: `redirect-${id}`,
    _type: 'redirect',
    from: `/${id}-old`,
    destination,
  })
  await content.action({
    ...{ actionType: 'sanity.action.release.create', releaseId: release },
    metadata: { title: `End of ${id}`, releaseType: 'asap' },
  })
  const versionId = `versions.${release}.${id}`
  await content.create({
    ...(await content.getDocument(id)),
    _id: versionId,
    _type: 'businessPage',
  })
  const path = `/studio/intent/edit/id=${id};type=businessPage/?perspective=${release}`
  await goTo(studio, path)
  await runAction(studio, /^Unpublish when releasing/, { confirm: false })
  const dialog = studio.getByTestId('uses-dialog')
  await expect(dialog.getByRole('link', { name: `/${id}-old` })).toBeVisible()
  await dialog.getByRole('button', { name: 'Unpublish when releasing' }).click()
  await studio.getByTestId('confirm-button').click()
  await waitForDocument(content, versionId, { _system: { delete: true } })
  await goTo(studio, '/studio/home')
  const row = studio
    .getByTestId('home-tool')
    .getByRole('listitem')
    .filter({ hasText: `Can’t be published: End of ${id}` })
  await expect(row).toContainText(`/${id}-old`)
  await content.action({ actionType: 'sanity.action.release.archive', releaseId: release })
  await content.delete({ query: '*[_id in $ids]', params: { ids: [`redirect-${id}`, id] } })
})

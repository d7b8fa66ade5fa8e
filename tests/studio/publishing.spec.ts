import { expectOnPage, newService } from './service-page.ts'
import { expect, field, newQuestion, open, publishButton, runAction, test } from './studio.ts'

const QUESTION = '*[_id == $id][0].question'

test('an edit is a draft until it is published, or discarded', async ({ studio, content }) => {
  const id = await newQuestion(content)
  const before = await content.fetch(QUESTION, { id })
  await open(studio, 'faqEntry', id)
  await field(studio, 'question').getByTestId('string-input').fill('Who may see this?')
  await expect.poll(() => content.fetch(QUESTION, { id: `drafts.${id}` })).toBe('Who may see this?')

  const visitor = content.withConfig({ perspective: 'published' })
  expect(await visitor.fetch(QUESTION, { id })).toBe(before)
  await publishButton(studio).click()
  await expect.poll(() => visitor.fetch(QUESTION, { id })).toBe('Who may see this?')
  expect(await content.fetch(QUESTION, { id: `drafts.${id}` })).toBeNull()

  const input = field(studio, 'question').getByTestId('string-input')
  await input.fill('Never mind?')
  await expect.poll(() => content.fetch(QUESTION, { id: `drafts.${id}` })).toBe('Never mind?')
  await runAction(studio, /^Discard/)
  await expect.poll(() => content.fetch(QUESTION, { id: `drafts.${id}` })).toBeNull()
  await expect(input).toHaveValue('Who may see this?')
})

test('unpublishing removes a page and the redirects to it, and keeps it as a draft', async ({
  studio,
  content,
  site,
}) => {
  const id = await newService(content)
  await expectOnPage(site, id, /Written before/)
  const destination = { _type: 'link', page: { _type: 'reference', _ref: id } }
  const redirect = { _type: 'redirect', from: `/${id}-old`, destination }
  await content.create({ _id: `redirect-${id}`, ...redirect })
  await open(studio, 'servicePage', id)
  // The Studio offers unpublishing for the published version, not for the draft.
  await studio.getByTestId('document-perspective-list').getByText('Published').click()
  await studio.getByTestId('action-unpublish').click()
  const dialog = studio.getByTestId('uses-dialog')
  await dialog.getByRole('button', { name: 'Unpublish' }).click()
  await expect
    .poll(() => content.fetch('*[_id in [$id, "drafts." + $id]]._id', { id }))
    .toEqual([`drafts.${id}`])
  await expect.poll(async () => (await fetch(`${site.url}/services/${id}`)).status).toBe(404)
  expect(await content.getDocument(`redirect-${id}`)).toBeFalsy()
  await content.delete(`drafts.${id}`)
})

import { expectOnPage, newService } from './service-page.ts'
import { expect, field, newQuestion, open, publishButton, runAction, test } from './studio.ts'

const QUESTION = '*[_id == $id][0].question'

test('an edit is a draft until it is published', async ({ studio, content }) => {
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
})

test('an invalid document cannot be published', async ({ studio, content }) => {
  const id = await newQuestion(content)
  await open(studio, 'faqEntry', id)
  const input = field(studio, 'question').getByTestId('string-input')
  await input.fill('')
  await expect
    .poll(() => content.fetch('*[_id == $id][0]._id', { id: `drafts.${id}` }))
    .toBeTruthy()
  await expect(publishButton(studio)).toBeDisabled()
  await input.fill('Is it valid again?')
  await expect(publishButton(studio)).toBeEnabled()
})

for (const [type, name, heldMs] of [
  ['servicePage', 'title', 3_000],
  // Longer than people wait before they click again.
  ['faqEntry', 'question', 21_000],
] as const) {
  test(`a ${type} is published by one click if validation takes ${heldMs} ms`, async ({
    studio,
    content,
  }) => {
    const id = await (type === 'faqEntry' ? newQuestion(content) : newService(content))
    await open(studio, type, id)
    const held = new Promise((resolve) => setTimeout(resolve, heldMs))
    await studio.route(/tag=[^&]*validation/, async (route) => {
      await held
      await route.continue()
    })
    try {
      await field(studio, name).getByTestId('string-input').fill('Published in the end?')
      await publishButton(studio).click()
      await expect
        .poll(async () => (await content.getDocument(id))?.[name], { timeout: 60_000 })
        .toBe('Published in the end?')
    } finally {
      // A delayed request may still be pending.
      await studio.unrouteAll({ behavior: 'wait' })
    }
    await content.delete(id)
  })
}

test('discarding a draft restores the published version', async ({ studio, content }) => {
  const id = await newQuestion(content)
  const before = await content.fetch(QUESTION, { id })
  await open(studio, 'faqEntry', id)
  const input = field(studio, 'question').getByTestId('string-input')
  await input.fill('Never mind?')
  await expect.poll(() => content.fetch(QUESTION, { id: `drafts.${id}` })).toBe('Never mind?')
  await runAction(studio, /^Discard/)
  await expect.poll(() => content.fetch('*[_id == $id][0]._id', { id: `drafts.${id}` })).toBeNull()
  await expect(input).toHaveValue(before)
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

test('duplicating creates a separate draft', async ({ studio, content }) => {
  const id = await newQuestion(content)
  await open(studio, 'faqEntry', id)
  await runAction(studio, /^Duplicate/, { confirm: false })
  await expect
    .poll(() => content.fetch('count(*[_type == "faqEntry" && question match $id])', { id }))
    .toBe(2)
  expect(await content.fetch('*[_id == $id][0]._id', { id })).toBe(id)
})

test('a document can be deleted', async ({ studio, content }) => {
  const id = await newQuestion(content)
  await open(studio, 'faqEntry', id)
  await runAction(studio, /^Delete/)
  await expect.poll(() => content.fetch('count(*[_id in [$id, "drafts." + $id]])', { id })).toBe(0)
})

import { expect, field, newQuestion, open, publishButton, test } from './studio.ts'

test('an older version can be viewed and restored', async ({ studio, content }) => {
  const id = await newQuestion(content, 'What was it?')
  const before = await content.fetch('*[_id == $id][0].question', { id })
  await open(studio, 'faqEntry', id)
  const input = field(studio, 'question').getByTestId('string-input')
  await input.fill('What is it now?')
  await publishButton(studio).click()
  const published = () => content.fetch('*[_id == $id][0].question', { id })
  await expect.poll(published).toBe('What is it now?')

  await studio.getByTestId('pane-context-menu-button').last().click()
  await studio.getByRole('menuitem', { name: 'History' }).click()
  const versions = studio.getByTestId('timeline-item-button')
  // Newest first. The last item, 'Created', is the time before the first version.
  await expect(versions).not.toHaveCount(0)
  await versions.nth(-2).click()
  await expect(input).toHaveValue(before)
  await expect(input).not.toBeEditable()

  await studio.getByRole('button', { name: 'Revert to revision' }).click()
  await studio.getByRole('button', { name: 'Confirm' }).click()
  const message = studio.getByText(/was restored/).first()
  await expect(message).toBeVisible()
  await expect(message).not.toContainText('Untitled')
  await expect
    .poll(() => content.fetch('*[_id == $id][0].question', { id: `drafts.${id}` }))
    .toBe(before)
  expect(await published()).toBe('What is it now?')
  await expect(input).toBeEditable()
})

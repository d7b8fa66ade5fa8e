import { publish, typeInto, waitForDocument } from './stored.ts'
import { expect, field, newQuestion, open, test } from './studio.ts'

test('an older version can be viewed and restored', async ({ studio, content }) => {
  const id = await newQuestion(content, 'What was it?')
  const before = await content.fetch('*[_id == $id][0].question', { id })
  await open(studio, 'faqEntry', id)
  const input = field(studio, 'question').getByTestId('string-input')
  await typeInto(studio, content, `drafts.${id}`, 'question', 'What is it now?')
  await publish(studio, content, id)

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
  await waitForDocument(content, `drafts.${id}`, { question: before })
  expect(await content.getDocument(id)).toMatchObject({ question: 'What is it now?' })
  await expect(input).toBeEditable()
})

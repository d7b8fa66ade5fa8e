import { administrator } from '../administrator.ts'
import { waitForNoDocument } from './stored.ts'
import { expect, goTo, newId, newQuestion, open, runAction, test } from './studio.ts'

test('a deleted document is listed with the person, and restored as a draft', async ({
  studio,
  content,
}) => {
  const words = newId('Deleted?')
  const id = await newQuestion(content, words)
  await open(studio, 'faqEntry', id)
  await runAction(studio, /^Delete/)
  await waitForNoDocument(content, id)

  await goTo(studio, '/studio/structure/bin')
  const bin = studio.getByTestId('bin')
  const entry = bin.getByRole('listitem').filter({ hasText: words })
  await expect(entry).toContainText(administrator.name)
  await bin.getByRole('button', { name: `Restore: ${words}` }).click()
  await expect(studio).toHaveURL(new RegExp(id))
  await expect(studio.getByTestId('string-input').first()).toHaveValue(new RegExp(id))
  expect(await content.fetch('*[_id == $id][0].question', { id: `drafts.${id}` })).toContain(words)
  await goTo(studio, '/studio/structure')
  await content.delete(`drafts.${id}`)
})

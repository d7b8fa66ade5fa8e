import type { Page } from '@playwright/test'
import { typeInto, waitForDocument, waitForQuery } from './stored.ts'
import { expect, field, goTo, newId, open, paragraph, test } from './studio.ts'

const question = (_id: string, words = 'What was it?') => ({
  _id,
  _type: 'faqEntry',
  question: words,
  slug: { _type: 'slug', current: _id.replace('drafts.', '') },
  answer: [paragraph('First answer.')],
  keywords: ['first', 'second'],
})

test('reverts all changes of a document that was imported with its draft', async ({
  studio,
  content,
}) => {
  const id = newId('faq-test')
  const draft = question(`drafts.${id}`)
  await content.transaction().create(question(id, 'What is public?')).create(draft).commit()
  await open(studio, 'faqEntry', id)
  await typeInto(studio, content, `drafts.${id}`, 'question', 'What is it now?')
  await field(studio, 'slug').locator('input').first().fill('now')
  await waitForDocument(content, `drafts.${id}`, { slug: { current: 'now' } })

  await revertAll(studio)
  await waitForDocument(content, `drafts.${id}`, draft)
  const input = field(studio, 'question').getByTestId('string-input')
  await expect(input).toHaveValue('What was it?')
  await expect(input).toBeEditable()
})

/** Opens the list of changes and reverts all of them. */
async function revertAll(studio: Page): Promise<void> {
  await studio.getByTestId('pane-context-menu-button').last().click()
  await studio.getByRole('menuitem', { name: 'History' }).click()
  await studio.getByRole('tab', { name: 'Review changes' }).click()
  const button = studio.getByRole('button', { name: 'Revert all' })
  await button.click()
  await button.last().click()
}

test('reverts all changes of a document that was created in this Studio', async ({
  studio,
  content,
}) => {
  const id = newId('faq-test')
  await goTo(studio, `/studio/intent/create/id=${id};type=faqEntry/`)
  const input = field(studio, 'question').getByTestId('string-input')
  await typeInto(studio, content, `drafts.${id}`, 'question', 'What was it?')
  await field(studio, 'slug').locator('input').first().fill('now')
  await waitForDocument(content, `drafts.${id}`, { slug: { current: 'now' } })

  await revertAll(studio)
  const draft = { type: 'faqEntry', slug: null }
  const query = '*[_id == $id][0]{"type": _type, "slug": slug.current}'
  await waitForQuery(content, query, { id: `drafts.${id}` }, draft)
  await expect(input).toBeEditable()
})

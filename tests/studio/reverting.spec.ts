import type { Page } from '@playwright/test'
import type { SanityClient } from '@sanity/client'
import { expect, field, goTo, newId, open, paragraph, test } from './studio.ts'

const question = (_id: string, words = 'What was it?') => ({
  _id,
  _type: 'faqEntry',
  question: words,
  slug: { _type: 'slug', current: _id.replace('drafts.', '') },
  answer: [paragraph('First answer.')],
  keywords: ['first', 'second'],
})

/** Ways to create a document through the API. Each returns the document that reverting must restore. */
const ways: Record<string, (content: SanityClient, id: string) => Promise<object>> = {
  'published at once': (content, id) => content.create(question(id)),
  'only a draft': (content, id) => content.create(question(`drafts.${id}`)),
  'imported with its draft': async (content, id) => {
    const draft = question(`drafts.${id}`)
    await content.transaction().create(question(id, 'What is public?')).create(draft).commit()
    return draft
  },
}

for (const [name, make] of Object.entries(ways)) {
  test(`reverts all changes of a document that was ${name}`, async ({ studio, content }) => {
    const id = newId('faq-test')
    const { question, slug, answer, keywords } = (await make(content, id)) as Record<
      string,
      unknown
    >
    const before = { question, slug, answer, keywords }
    await open(studio, 'faqEntry', id)
    const input = field(studio, 'question').getByTestId('string-input')
    await input.fill('What is it now?')
    await field(studio, 'slug').locator('input').first().fill('now')
    const draft = () => content.getDocument(`drafts.${id}`)
    await expect
      .poll(draft)
      .toMatchObject({ question: 'What is it now?', slug: { current: 'now' } })

    await revertAll(studio)
    await expect.poll(draft).toMatchObject({ ...before, _id: `drafts.${id}`, _type: 'faqEntry' })
    await expect(input).toHaveValue('What was it?')
    await expect(input).toBeEditable()
  })
}

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
  await input.fill('What was it?')
  const draft = () => content.getDocument(`drafts.${id}`)
  await expect.poll(draft).toMatchObject({ question: 'What was it?' })
  await field(studio, 'slug').locator('input').first().fill('now')
  await expect.poll(draft).toMatchObject({ slug: { current: 'now' } })

  await revertAll(studio)
  await expect.poll(async () => (await draft())?.slug?.current).toBeUndefined()
  expect(await draft()).toMatchObject({ _id: `drafts.${id}`, _type: 'faqEntry' })
  await expect(input).toBeEditable()
})

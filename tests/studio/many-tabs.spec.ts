import { waitForDocument } from './stored.ts'
import { field, newQuestion, open, test } from './studio.ts'

// More than a browser's six connections over HTTP/1.1.
test('eight open tabs: each form can be edited and saves', async ({ ownStudio, content }) => {
  test.slow()
  const tabs = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => ({
      page: await ownStudio.context().newPage(),
      id: await newQuestion(content),
      question: `Saved by tab ${index}?`,
    })),
  )
  await Promise.all(tabs.map(({ page, id }) => open(page, 'faqEntry', id)))
  for (const { page, question } of tabs) {
    const input = field(page, 'question').getByTestId('string-input')
    // A tab that can't keep up reconnects, and is read-only until then.
    await input.fill(question, { timeout: 120_000 })
  }
  for (const { id, question } of tabs) {
    await waitForDocument(content, `drafts.${id}`, { question })
  }
})

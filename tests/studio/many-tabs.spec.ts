import { expect, field, newQuestion, open, test } from './studio.ts'

test('twenty open tabs: each form can be edited and saves', async ({ ownStudio, content }) => {
  // Takes minutes on two cores, because twenty Studios start at the same time.
  test.setTimeout(600_000)
  const tabs = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => ({
      page: await ownStudio.context().newPage(),
      id: await newQuestion(content),
      question: `Saved by tab ${index}?`,
    })),
  )
  await Promise.all(tabs.map(({ page, id }) => open(page, 'faqEntry', id, { timeout: 240_000 })))
  for (const { page, question } of tabs) {
    const input = field(page, 'question').getByTestId('string-input')
    // A tab that can't keep up reconnects, and is read-only until then.
    await input.fill(question, { timeout: 120_000 })
  }
  for (const { id, question } of tabs) {
    await expect
      .poll(() => content.fetch('*[_id == $id][0].question', { id: `drafts.${id}` }), {
        timeout: 120_000,
      })
      .toBe(question)
  }
})

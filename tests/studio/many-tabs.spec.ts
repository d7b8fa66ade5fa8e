import { expect, field, newQuestion, open, test } from './studio.ts'

test('twenty tabs at once: each form can be edited and saves', async ({ studio, content }) => {
  test.setTimeout(300_000)
  const context = studio.context()
  const tabs = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => ({
      page: await context.newPage(),
      id: await newQuestion(content),
      question: `Saved by tab ${index}?`,
    })),
  )
  await Promise.all(tabs.map(({ page, id }) => open(page, 'faqEntry', id, { timeout: 240_000 })))
  for (const { page, question } of tabs) {
    const input = field(page, 'question').getByTestId('string-input')
    await input.fill(question)
  }
  for (const { id, question } of tabs) {
    await expect
      .poll(() => content.fetch('*[_id == $id][0].question', { id: `drafts.${id}` }))
      .toBe(question)
  }
})

import { expect, field, newQuestion, open, test } from './studio.ts'

test.skip(!process.env.LONG, 'minutes: npm run test:long')

test('twenty tabs at once: each form can be edited and saves', async ({ ownStudio, content }) => {
  // Minutes on two cores: each tab is a whole Studio, and all of them start at once.
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
    // A tab that could not keep up connects anew, and is read-only until it has.
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

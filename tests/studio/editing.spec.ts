import { expect, field, newId, newQuestion, open, publishButton, test } from './studio.ts'

test('numbers: a commission changes, and is public once published', async ({ studio, content }) => {
  const id = newId('branch-test')
  await content.create({
    _id: id,
    _type: 'branch',
    name: 'Test',
    hue: 'local',
    tagline: 'Test',
    summary: 'Test',
    commission: { _type: 'percentageRange', low: 5, high: 10 },
    order: 99,
  })
  await open(studio, 'branch', id)
  const high = field(studio, 'commission.high').getByTestId('number-input')
  await high.fill('4')
  await expect(publishButton(studio)).toBeDisabled()
  await high.fill('12')
  await expect
    .poll(() => content.fetch('*[_id == $id][0].commission.high', { id: `drafts.${id}` }))
    .toBe(12)
  await expect(publishButton(studio)).toBeEnabled()
  await publishButton(studio).click()
  await expect
    .poll(() => content.fetch('*[_id == $id][0].commission{low, high}', { id }))
    .toEqual({ low: 5, high: 12 })
  // Other tests list the branches.
  await content.delete(id)
})

test('a second tab shows what the first one types', async ({ studio, context, content }) => {
  const id = await newQuestion(content)
  await open(studio, 'faqEntry', id)
  const second = await context.newPage()
  await open(second, 'faqEntry', id)
  await field(studio, 'question').getByTestId('string-input').fill('Seen in both?')
  await expect(field(second, 'question').getByTestId('string-input')).toHaveValue('Seen in both?')
})

test('search finds a document by its words', async ({ studio, content }) => {
  const id = await newQuestion(content, 'Where are pomegranates sold?')
  await studio.goto('/studio/structure')
  await studio.getByTestId('studio-search').click()
  await studio.getByPlaceholder('Search', { exact: true }).fill('pomegranates')
  const found = studio.getByTestId('search-results').getByRole('link', { name: new RegExp(id) })
  await found.click()
  await expect(field(studio, 'question').getByTestId('string-input')).toHaveValue(new RegExp(id))
})

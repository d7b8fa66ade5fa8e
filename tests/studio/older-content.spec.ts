import {
  expect,
  field,
  newId,
  newQuestion,
  open,
  paragraph,
  publishButton,
  test,
} from './studio.ts'

test('content from an older schema shows a warning and can be edited', async ({
  studio,
  content,
}) => {
  const id = newId('help-test')
  await content.create({
    _id: id,
    _type: 'helpArticle',
    title: 'Older',
    slug: { _type: 'slug', current: id },
    topic: 'Businesses',
    order: 99,
    summary: 'Older',
    body: [paragraph('Older')],
    keywords: 'one word',
    legacy: 'kept',
  })
  await open(studio, 'helpArticle', id)
  await field(studio, 'title').getByTestId('string-input').fill('Newer')
  await expect
    .poll(() => content.fetch('*[_id == $id][0]{title, keywords, legacy}', { id: `drafts.${id}` }))
    .toEqual({ title: 'Newer', keywords: 'one word', legacy: 'kept' })
  await expect(publishButton(studio)).toBeDisabled()
  await expect(studio.getByText('Invalid property value')).toBeVisible()
  await expect(studio.getByText('Unknown field found')).toBeVisible()
  for (const one of [`drafts.${id}`, id]) await content.delete(one)
})

test('an invalid draft can be opened, fixed, and published', async ({ studio, content }) => {
  const id = await newQuestion(content)
  const { _rev, ...document } = (await content.getDocument(id)) ?? { _type: 'faqEntry' }
  await content.create({ ...document, _id: `drafts.${id}`, question: '' })
  await open(studio, 'faqEntry', id)
  await expect(publishButton(studio)).toBeDisabled()
  await expect(studio.getByTestId('input-validation-icon-error').first()).toBeVisible()
  await field(studio, 'question').getByTestId('string-input').fill('Fixed?')
  await publishButton(studio).click()
  await expect.poll(() => content.fetch('*[_id == $id][0].question', { id })).toBe('Fixed?')
})

import { expect, field, newId, test } from './studio.ts'

test('a new document starts with its initial values', async ({ studio, content }) => {
  await studio.getByTestId('new-document-button').click()
  await studio.getByRole('link', { name: 'Service page', exact: true }).click()
  const title = newId('Created')
  await field(studio, 'title').getByTestId('string-input').fill(title)
  await field(studio, 'slug').getByRole('button', { name: 'Generate' }).click()
  await expect
    .poll(() =>
      content.fetch(
        '*[_type == "servicePage" && title == $title][0]{"slug": slug.current, "button": joinCard.button}',
        { title },
      ),
    )
    .toEqual({ slug: title.toLowerCase(), button: 'Join the Waitlist' })
  const id = await content.fetch('*[title == $title][0]._id', { title })
  expect(id).toMatch(/^drafts\./)
  await content.delete(id)
})

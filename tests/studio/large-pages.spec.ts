import { sections } from '../section-content.ts'
import { expect, field, newId, open, publishButton, test } from './studio.ts'

test('a page of 60 sections, which is the limit, can be edited and published', async ({
  studio,
  content,
  site,
}) => {
  const id = newId('page-test')
  const all = Object.values(sections)
  const most = Array.from({ length: 60 }, (_, i) => ({ ...all[i % all.length], _key: `s${i}` }))
  await content.create({
    _id: `drafts.${id}`,
    _type: 'page',
    title: 'Large',
    slug: { _type: 'slug', current: id },
    sections: most,
  })
  await open(studio, 'page', id)
  await field(studio, 'title').getByTestId('string-input').fill('Very large')
  await publishButton(studio).click()
  await expect
    .poll(() => content.fetch('*[_id == $id][0]{title, "n": count(sections)}', { id }))
    .toEqual({ title: 'Very large', n: 60 })
  await expect.poll(async () => (await fetch(`${site.url}/${id}`)).status).toBe(200)
  await content.delete(id)
})

test('a section with 100 references can be edited', async ({ studio, content }) => {
  const id = newId('page-test')
  const question = await content.fetch<string>(
    '*[_type == "faqEntry" && question match "affiliate program"][0]._id',
  )
  const entries = Array.from({ length: 100 }, (_, i) => ({
    ...{ _type: 'reference', _key: `e${i}`, _ref: question },
  }))
  await content.create({
    _id: `drafts.${id}`,
    _type: 'page',
    title: 'Questions',
    slug: { _type: 'slug', current: id },
    sections: [{ _type: 'faqSection', _key: 'faq', entries }],
  })
  await open(studio, 'page', id)
  await field(studio, 'sections').getByRole('button', { name: 'FAQ' }).first().click()
  const dialog = studio.getByRole('dialog')
  const titles = dialog.getByText('What is the affiliate program?')
  await expect(titles.first()).toBeVisible()
  await dialog.getByTestId('string-input').first().fill('Many questions')
  const stored = '*[_id == $id][0].sections[0]{"title": heading.title, "count": count(entries)}'
  await expect
    .poll(() => content.fetch(stored, { id: `drafts.${id}` }))
    .toEqual({ title: 'Many questions', count: 100 })
  await content.delete(`drafts.${id}`)
})

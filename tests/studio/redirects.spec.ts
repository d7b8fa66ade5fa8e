import { expectAnswer } from '../public-pages.ts'
import { publish, waitForDocument } from './stored.ts'
import { expect, field, newId, open, test } from './studio.ts'

test('a page with a new URL gets a redirect from the old URL', async ({
  studio,
  content,
  site,
}) => {
  const id = newId('legal-test')
  const text = { _type: 'legalPage', title: 'Cookies', intro: 'Which ones.', body: [] }
  const slug = (current: string) => ({ slug: { _type: 'slug', current } })
  await content.create({ _id: id, ...text, ...slug(id), lastUpdated: '2025-04-09' })
  const body = await content.fetch('*[_id == "legal-terms"][0].body')
  await content.patch(id).set({ body }).commit()

  await open(studio, 'legalPage', id)
  await field(studio, 'slug').getByRole('textbox').fill(`${id}-moved`)
  await waitForDocument(content, `drafts.${id}`, slug(`${id}-moved`))
  await publish(studio, content, id)
  await expectAnswer(site, `/support/${id}-moved`, 200)
  await expectAnswer(site, `/support/${id}`, `/support/${id}-moved`)
  await content.delete({ query: '*[_type == "redirect" && references($id)]', params: { id } })
  await content.delete(id)
})

test('a new page replaces a redirect from its URL', async ({ studio, content, site }) => {
  const [id, redirect] = [newId('legal-test'), newId('redirect-test')]
  const from = `/support/${id}`
  await content.create({
    _id: redirect,
    _type: 'redirect',
    from,
    destination: { url: '/onboarding' },
  })
  const { _id, ...terms } = (await content.getDocument('legal-terms')) ?? { _id: '' }
  const slug = { _type: 'slug', current: id }
  await content.create({ ...terms, _type: 'legalPage', _id: `drafts.${id}`, slug })
  await open(studio, 'legalPage', id)
  await publish(studio, content, id)
  await expect(studio.getByText('Redirect removed')).toBeVisible()
  expect(await content.getDocument(redirect)).toBeUndefined()
  await expectAnswer(site, from, 200)
  await content.delete(id)
})

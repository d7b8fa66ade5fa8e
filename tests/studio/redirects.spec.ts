import { expectAnswer } from '../public-pages.ts'
import { publish, waitForDocument } from './stored.ts'
import { expect, field, newId, open, publishButton, test } from './studio.ts'

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

test('publishes a redirect, and rejects the URL of a page and an invalid destination', async ({
  studio,
  content,
  site,
}) => {
  const [id, path] = [newId('redirect-test'), `/${newId('old')}`]
  const page = { _type: 'reference', _ref: 'onboardingPage' }
  const setDestination = (destination: object) =>
    content
      .patch(`drafts.${id}`)
      .set({ destination: { _type: 'link', ...destination } })
      .commit()
  await content.create({ _id: `drafts.${id}`, _type: 'redirect', from: path })
  await setDestination({ page })
  await open(studio, 'redirect', id)
  await expect(publishButton(studio)).toBeEnabled()

  const error = (name: string) =>
    field(studio, name).getByTestId('input-validation-icon-error').first()
  const from = field(studio, 'from').getByRole('textbox')
  await from.fill('/waitlist')
  await expect(error('from')).toBeVisible()
  await expect(publishButton(studio)).toBeDisabled()
  await from.fill(path)
  await expect(error('from')).toBeHidden()

  await setDestination({ url: 'mailto:hello@halvi.example' })
  await expect(error('destination')).toBeVisible()
  await expect(publishButton(studio)).toBeDisabled()

  await setDestination({ page })
  await expect(error('destination')).toBeHidden()
  await publish(studio, content, id)
  await expectAnswer(site, path, '/onboarding')
})

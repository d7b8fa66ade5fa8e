import { expectAnswer, expectPage } from '../public-pages.ts'
import { newService } from './service-page.ts'
import { publish, typeInto, waitForNoDocument } from './stored.ts'
import { expect, field, newQuestion, open, runAction, test } from './studio.ts'

const QUESTION = '*[_id == $id][0].question'

test('an edit is a draft until it is published, or discarded', async ({ studio, content }) => {
  const id = await newQuestion(content)
  const before = await content.fetch(QUESTION, { id })
  await open(studio, 'faqEntry', id)
  await typeInto(studio, content, `drafts.${id}`, 'question', 'Who may see this?')

  const visitor = content.withConfig({ perspective: 'published' })
  expect(await visitor.fetch(QUESTION, { id })).toBe(before)
  await publish(studio, content, id)
  expect(await visitor.fetch(QUESTION, { id })).toBe('Who may see this?')

  const input = field(studio, 'question').getByTestId('string-input')
  await typeInto(studio, content, `drafts.${id}`, 'question', 'Never mind?')
  await runAction(studio, /^Discard/)
  await waitForNoDocument(content, `drafts.${id}`)
  await expect(input).toHaveValue('Who may see this?')
})

test('unpublishing removes a page and the redirects to it, and keeps it as a draft', async ({
  studio,
  content,
  site,
}) => {
  const id = await newService(content)
  await expectPage(site, `/services/${id}`, 'Written before')
  const destination = { _type: 'link', page: { _type: 'reference', _ref: id } }
  const redirect = { _type: 'redirect', from: `/${id}-old`, destination }
  await content.create({ _id: `redirect-${id}`, ...redirect })
  await open(studio, 'servicePage', id)
  // The Studio offers unpublishing for the published version, not for the draft.
  await studio.getByTestId('document-perspective-list').getByText('Published').click()
  await studio.getByTestId('action-unpublish').click()
  const dialog = studio.getByTestId('uses-dialog')
  await dialog.getByRole('button', { name: 'Unpublish' }).click()
  await waitForNoDocument(content, id)
  expect(await content.getDocument(`drafts.${id}`)).toBeDefined()
  expect(await content.getDocument(`redirect-${id}`)).toBeUndefined()
  await expectAnswer(site, `/services/${id}`, 404)
  await content.delete(`drafts.${id}`)
})

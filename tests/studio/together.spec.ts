import type { Page } from '@playwright/test'
import { expect, field, newId, newQuestion, open, paragraph, test } from './studio.ts'

// In sequence, because all tests share the second tab.
test.describe.configure({ mode: 'default' })

let second: Page
test.beforeEach(async ({ studio }) => {
  second ??= await studio.context().newPage()
})
test.afterAll(() => second.close())

test('two people typing in one field end up with the same text', async ({ studio, content }) => {
  const id = await newQuestion(content)
  const inputs = []
  for (const page of [studio, second]) {
    await open(page, 'faqEntry', id)
    const input = field(page, 'question').getByTestId('string-input')
    await expect(input).toBeEditable()
    inputs.push(input)
  }
  const [first, other] = inputs
  await Promise.all([
    first?.pressSequentially('first ', { delay: 40 }),
    other?.pressSequentially('other ', { delay: 40 }),
  ])
  const stored = () => content.fetch('*[_id == $id][0].question', { id: `drafts.${id}` })
  const letters = (text: string) => [...text].sort().join('')
  const question = await content.fetch('*[_id == $id][0].question', { id })
  await expect
    .poll(async () => letters((await stored()) ?? ''))
    .toBe(letters(`first other ${question}`))
  for (const input of inputs) await expect(input).toHaveValue(await stored())
})

test('two people change one section and the list of sections', async ({ studio, content }) => {
  const id = newId('page-test')
  const section = (key: string) => ({
    ...{ _type: 'textSection', _key: key, heading: { title: key } },
    ...{ body: [paragraph('A text.')] },
  })
  await content.create({
    ...{ _id: `drafts.${id}`, _type: 'page', title: 'Together' },
    ...{ slug: { _type: 'slug', current: id }, sections: [section('one'), section('two')] },
  })
  const dialogs = []
  for (const page of [studio, second]) {
    await open(page, 'page', id)
    await field(page, 'sections').getByText('one').first().click()
    dialogs.push(page.getByRole('dialog'))
    await expect(page.getByRole('dialog')).toBeVisible()
  }
  const [first, other] = dialogs
  await Promise.all([
    first?.getByTestId('string-input').first().fill('Changed by the first'),
    other?.getByRole('textbox').last().click(),
  ])
  await second.keyboard.type('Typed by the second. ')
  await content
    .patch(`drafts.${id}`)
    .unset(['sections[_key=="two"]'])
    .insert('before', 'sections[0]', [section('zero')])
    .commit()
  const stored = `*[_id == $id][0].sections[]{_key, "title": heading.title, "text": pt::text(body)}`
  await expect
    .poll(() => content.fetch(stored, { id: `drafts.${id}` }))
    .toEqual([
      { _key: 'zero', title: 'zero', text: 'A text.' },
      {
        _key: 'one',
        title: 'Changed by the first',
        text: expect.stringContaining('Typed by the second. '),
      },
    ])
  for (const dialog of dialogs) {
    await expect(dialog.getByTestId('string-input').first()).toHaveValue('Changed by the first')
    await expect(dialog.getByText('Typed by the second.')).toBeVisible()
  }
  await content.delete(`drafts.${id}`)
})

import type { Page } from '@playwright/test'
import { expect, field, newQuestion, open, test } from './studio.ts'

// In sequence, because all tests share the second tab. The last test closes it.
test.describe.configure({ mode: 'default' })

let second: Page
test.beforeEach(async ({ studio }) => {
  second ??= await studio.context().newPage()
})

test('a second tab shows what the first one types', async ({ studio, content }) => {
  const id = await newQuestion(content)
  await open(studio, 'faqEntry', id)
  await open(second, 'faqEntry', id)
  await field(studio, 'question').getByTestId('string-input').fill('Seen in both?')
  await expect(field(second, 'question').getByTestId('string-input')).toHaveValue('Seen in both?')
})

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

test('shows that another person has the document open', async ({ studio, content }) => {
  const id = await newQuestion(content)
  await open(studio, 'faqEntry', id)
  const avatars = studio.getByTestId('document-pane').locator('[data-ui="Avatar"]')
  // The avatar of the last editor.
  await expect(avatars).toHaveCount(1)
  await open(second, 'faqEntry', id)
  await field(second, 'question').getByTestId('string-input').focus()
  await expect(avatars).toHaveCount(2)
  await second.close()
  await expect(avatars).toHaveCount(1)
})

import { openLeads, pane, row, sendMessage, tool } from './leads-tool.ts'
import { chooseIn, tabTo } from './overlay.ts'
import { expect, newId, test } from './studio.ts'

test("a visitor's lead appears automatically, can be found, and is shown as plain text", async ({
  studio,
}) => {
  await openLeads(studio)
  const visitor = await studio.context().newPage()
  await visitor.goto('/support/contact')
  const name = 'Ruqayya <img src=x onerror=alert(1)>'
  const fields = {
    name,
    email: 'ruqayya@example.com',
    subject: '=HYPERLINK("https://example.com")',
    message: `Safe \u202egnp.exe\n${'long '.repeat(1_000)}`,
  }
  for (const [key, value] of Object.entries(fields)) {
    await visitor.locator(`main form [name=${key}]`).fill(value)
  }
  await visitor.locator('main form button[type=submit]').click()
  await expect(visitor).toHaveURL('/support/contact/sent')
  await visitor.close()
  await expect(row(studio, fields.email)).toBeVisible()
  const other = await sendMessage(studio, { name: 'Somebody Else' })
  await expect(row(studio, other)).toBeVisible()

  // The URL has the search and the filters.
  await tool(studio).getByRole('searchbox').fill('ruqay')
  await expect(row(studio, other)).toHaveCount(0)
  await expect(studio).toHaveURL(/\/studio\/leads\?q=ruqay$/)
  await tool(studio).getByRole('button', { name: 'Form', exact: true }).click()
  await studio.getByRole('checkbox', { name: 'Contact' }).click()
  await studio.keyboard.press('Escape')
  await expect(studio).toHaveURL(/\?q=ruqay&form=contact$/)
  await expect(tool(studio).getByText('1 lead', { exact: true })).toBeVisible()

  await row(studio, fields.email).click()
  const answers = pane(studio)
  await expect(answers.getByRole('heading', { level: 2 })).toHaveText(name)
  await expect(answers.getByText(fields.subject, { exact: true })).toBeVisible()
  await expect(answers.getByText(/^Safe gnp\.exe/)).toBeVisible()
  await expect(answers.locator('img')).toHaveCount(0)
  await answers.getByRole('button', { name: /^Show all/ }).click()
  await expect(answers.getByRole('button', { name: 'Show less' })).toBeVisible()
  await studio.goBack()
  await expect(answers).toHaveCount(0)

  await tool(studio).getByRole('button', { name: 'Clear all' }).click()
  await expect(row(studio, other)).toBeVisible()
})

test('keyboard only: search, move, select, open, change, add a note, erase, close', async ({
  studio,
}) => {
  const people = ['First', 'Second', 'Third'].map((name) => `${name} ${newId('keys')}`)
  const word = people[0]?.split('-').at(-1) ?? ''
  const emails: string[] = []
  for (const name of people) {
    emails.push(await sendMessage(studio, { name, subject: `Keys ${word}` }))
  }
  await openLeads(studio)
  await tool(studio).getByRole('searchbox').focus()
  await studio.keyboard.type(word)
  await expect(tool(studio).locator('[data-lead]')).toHaveCount(3)
  const focused = studio.locator(':focus')
  await tabTo(studio, row(studio, people[2] ?? '').getByRole('checkbox'))
  await studio.keyboard.press('Space')
  await expect(tool(studio).getByText('1 selected', { exact: true })).toBeVisible()
  await studio.keyboard.press('Space')
  await tabTo(studio, row(studio, people[0] ?? '').getByRole('link'))
  await studio.keyboard.press('Enter')
  await expect(focused).toHaveText(people[0] ?? '')
  await expect(focused).toHaveRole('heading')

  await tabTo(studio, pane(studio).getByLabel('Status'))
  await studio.keyboard.press('ArrowDown')
  await expect(pane(studio).getByText(/the status from New to Contacted/)).toBeVisible()
  await tabTo(studio, pane(studio).getByRole('textbox', { name: 'New note' }))
  await studio.keyboard.type('By keyboard')
  await studio.keyboard.press('Control+Enter')
  await expect(pane(studio).getByText('By keyboard')).toBeVisible()
  const menu = pane(studio).getByRole('button', { name: 'Lead actions' })
  await tabTo(studio, menu, 'Shift+Tab')
  await chooseIn(studio, menu, 'End')
  await expect(studio.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await studio.keyboard.type(emails[0] ?? '')
  const erase = studio.getByRole('dialog').getByRole('button', { name: 'Erase', exact: true })
  await expect(erase).toBeEnabled()
  await studio.keyboard.press('Enter')
  await expect(studio.getByRole('dialog').getByRole('status')).toContainText('1 lead was erased')
  await studio.keyboard.press('Enter')
  await expect(menu).toBeFocused()
  await studio.keyboard.press('Escape')
  await expect(pane(studio)).toHaveCount(0)
})

import { expect, line, openLeads, pane, sendMessage, test, tool } from './leads-site.ts'
import { newId } from './studio.ts'

test("a visitor's lead appears by itself and is found, its words shown as text", async ({
  studio,
}) => {
  await openLeads(studio)
  const visitor = await studio.context().newPage()
  await visitor.goto('/support/contact')
  const name = 'Zaynab <img src=x onerror=alert(1)>'
  const fields = {
    name,
    email: 'zaynab@example.com',
    subject: '=HYPERLINK("https://example.com")',
    message: `Safe \u202egnp.exe\n${'long '.repeat(1_000)}`,
  }
  for (const [key, value] of Object.entries(fields)) {
    await visitor.locator(`main form [name=${key}]`).fill(value)
  }
  await visitor.locator('main form button[type=submit]').click()
  await expect(visitor).toHaveURL('/support/contact/sent')
  await visitor.close()
  await expect(line(studio, fields.email)).toBeVisible()
  const other = await sendMessage(studio, { name: 'Somebody Else' })
  await expect(line(studio, other)).toBeVisible()

  // The address tells what is searched for, and leads there again.
  await tool(studio).getByRole('searchbox').fill('zayn')
  await expect(line(studio, other)).toHaveCount(0)
  await expect(studio).toHaveURL(/\/studio\/leads\?q=zayn$/)
  await tool(studio).getByRole('button', { name: 'Form', exact: true }).click()
  await studio.getByRole('checkbox', { name: 'Contact' }).click()
  await studio.keyboard.press('Escape')
  await expect(studio).toHaveURL(/\?q=zayn&form=contact$/)
  await expect(tool(studio).getByText('1 lead', { exact: true })).toBeVisible()

  await line(studio, fields.email).click()
  const answers = pane(studio)
  await expect(answers.getByRole('heading', { level: 2 })).toHaveText(name)
  await expect(answers.getByText(fields.subject, { exact: true })).toBeVisible()
  await expect(answers.getByText('Safe \\u202egnp.exe')).toBeVisible()
  await expect(answers.locator('img')).toHaveCount(0)
  await answers.getByRole('button', { name: /^Show all/ }).click()
  await expect(answers.getByRole('button', { name: 'Show less' })).toBeVisible()
  await studio.goBack()
  await expect(answers).toHaveCount(0)

  await tool(studio).getByRole('button', { name: 'Clear all' }).click()
  await expect(line(studio, other)).toBeVisible()
})

test('by keyboard alone: search, move, tick, open, close', async ({ studio }) => {
  const people = ['First', 'Second', 'Third'].map((name) => `${name} ${newId('keys')}`)
  const word = people[0]?.split('-').at(-1) ?? ''
  for (const name of people) await sendMessage(studio, { name, subject: `Keys ${word}` })
  await openLeads(studio)
  await tool(studio).getByRole('searchbox').focus()
  await studio.keyboard.type(word)
  await expect(tool(studio).locator('[data-lead]')).toHaveCount(3)
  const focused = studio.locator(':focus')
  await expect(async () => {
    await studio.keyboard.press('Tab')
    expect(await focused.getAttribute('data-lead', { timeout: 100 })).not.toBeNull()
  }).toPass({ intervals: [0] })

  await studio.keyboard.press('ArrowDown')
  await expect(focused).toHaveAttribute('aria-rowindex', '3')
  await studio.keyboard.press('Space')
  await expect(focused).toHaveAttribute('aria-selected', 'true')
  await studio.keyboard.press('Escape')
  await expect(focused).toHaveAttribute('aria-selected', 'false')
  await studio.keyboard.press('End')
  await expect(focused).toHaveAttribute('aria-rowindex', '4')
  await studio.keyboard.press('Enter')
  await expect(focused).toHaveText(people[0] ?? '')
  await expect(focused).toHaveRole('heading')
  await studio.keyboard.press('Escape')
  await expect(pane(studio)).toHaveCount(0)
  await expect(focused).toHaveAttribute('aria-rowindex', '4')
})

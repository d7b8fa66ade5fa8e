import type { Page } from '@playwright/test'
import { administrator } from '../administrator.ts'
import { expectAccessible } from '../journeys/site.ts'
import { storedLeads, wholeLeads } from '../stored-leads.ts'
import { colleague } from './colleague.ts'
import { forgive } from './complaints.ts'
import {
  expect,
  expectGone,
  goTo,
  line,
  openLead,
  openLeads,
  pane,
  sendMessage,
  submit,
  test,
  tool,
} from './leads-site.ts'
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

test('who may not see leads is not offered the tool, and refused by the server', async ({
  studio,
  browser,
  site,
  complaints,
}) => {
  const email = await sendMessage(studio)
  const [lead] = wholeLeads(site.dataDir).filter(({ payload }) => payload.email === email)
  const link = (page: Page) => page.getByRole('link', { name: 'Leads', exact: true })
  await expect(link(studio)).toBeVisible()
  const without = async (role: 'editor' | 'viewer') => {
    const who = { role, name: `The ${role}` }
    const theirs = await colleague(browser, studio.context(), site.url, who, complaints)
    // By its address, as somebody sends it around.
    await theirs.goto('/studio/leads')
    await expect(theirs.getByRole('heading', { name: 'Tool not found: leads' })).toBeVisible()
    await expect(theirs.getByRole('link', { name: 'Content', exact: true })).toBeVisible()
    await expect(tool(theirs)).toHaveCount(0)
    await expect(link(theirs)).toHaveCount(0)
    const headers = { Origin: site.url }
    const data = { format: 'csv', filter: {} }
    const answers = await Promise.all([
      theirs.request.get('/staff/v1/leads', { headers }),
      theirs.request.get(`/staff/v1/leads/${lead?.id}`, { headers }),
      theirs.request.post('/staff/v1/exports', { headers, data }),
    ])
    for (const answer of answers) {
      expect(answer.status()).toBe(403)
      expect(await answer.text()).not.toContain(email)
    }
    await theirs.context().close()
  }
  await Promise.all([without('editor'), without('viewer')])
})

test('two people change one lead: the second is told, and nothing is overwritten', async ({
  studio,
  browser,
  site,
  complaints,
}) => {
  const email = await sendMessage(studio)
  const hers = await colleague(
    browser,
    studio.context(),
    site.url,
    { role: 'leads', name: 'Bushra Ali' },
    complaints,
  )
  await Promise.all([openLead(studio, email), openLead(hers, email)])
  await pane(hers).getByRole('textbox', { name: 'New note' }).fill('Called: wants to know more')
  await pane(hers).getByRole('button', { name: 'Add note' }).click()
  await expect(pane(studio).getByText('Called: wants to know more')).toBeVisible()

  // Whoever is slower has not heard of it yet.
  await studio.route('**/staff/v1/changes', (route) => route.abort())
  await pane(hers).getByLabel('Status').selectOption('contacted')
  await expect(pane(hers).getByText(/Bushra Ali changed the status/)).toBeVisible()
  await pane(studio).getByLabel('Status').selectOption('declined')
  const alert = pane(studio).getByRole('alert')
  await expect(alert).toContainText('Bushra Ali changed the status from New to Contacted')
  await expect(pane(studio).getByLabel('Status')).toHaveValue('contacted')
  await studio.unroute('**/staff/v1/changes')
  await alert.getByRole('button', { name: 'Apply mine' }).click()
  await expect(alert).toHaveCount(0)
  await expect(pane(hers).getByLabel('Status')).toHaveValue('declined')

  // What is for administrators is not offered to her, nor the tool to editors.
  await expect(tool(hers).getByRole('link', { name: 'Figures' })).toBeVisible()
  await expect(tool(hers).getByRole('link', { name: 'Audit log' })).toHaveCount(0)
  await hers.context().close()
  forgive(complaints, /status of 409|ERR_FAILED/)
})

test('a lead is delivered again, many are changed at once, and one is erased', async ({
  studio,
  endpoint,
  site,
}) => {
  endpoint.status = 503
  const email = await submit(studio, '/waitlist', { name: 'Dina', interests: 'openStore' }, 502)
  await openLead(studio, email)
  endpoint.status = 200
  const menu = pane(studio).getByRole('button', { name: 'More about this lead' })
  await menu.click()
  await studio.getByRole('menuitem', { name: 'Deliver again' }).click()
  await expect(pane(studio).getByText(/had it delivered again/)).toBeVisible()
  await expect(pane(studio).getByText('Delivered', { exact: true })).toBeVisible()
  await expect.poll(() => endpoint.from(email).length).toBeGreaterThanOrEqual(2)

  await openLeads(studio, `?${new URLSearchParams({ q: email })}`)
  await line(studio, email).getByRole('checkbox').click()
  const selection = tool(studio).getByRole('group', { name: 'Selection' })
  await selection.getByRole('button', { name: 'Status' }).click()
  await studio.getByRole('menuitem', { name: 'Accepted' }).click()
  await studio.getByRole('dialog').getByRole('button', { name: 'Go on' }).click()
  await expect(line(studio, email).getByText('Accepted')).toBeVisible()
  await expect(selection).toHaveCount(0)

  await line(studio, email).click()
  await menu.click()
  await studio.getByRole('menuitem', { name: /^Erase/ }).click()
  const dialog = studio.getByRole('dialog')
  const erase = dialog.getByRole('button', { name: 'Erase' })
  await dialog.getByRole('textbox').fill('somebody-else@example.com')
  await expect(erase).toBeDisabled()
  await dialog.getByRole('textbox').fill(email)
  await erase.click()
  await expect(dialog.getByRole('status')).toContainText('1 lead was erased')
  expect(storedLeads(site.dataDir).filter(({ payload }) => payload.email === email)).toEqual([])
})

test('a note that is typed outlasts the session', async ({ ownStudio: studio, site }) => {
  await studio.goto(`${site.url}/studio/leads`)
  await expect(tool(studio)).toBeVisible()
  const email = await sendMessage(studio)
  await openLead(studio, email)
  const note = pane(studio).getByRole('textbox', { name: 'New note' })
  await note.fill('Typed before the session ended')
  await studio.context().clearCookies()
  await pane(studio).getByRole('button', { name: 'Add note' }).click()
  const dialog = studio.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password').fill(administrator.password)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await expect(pane(studio).getByRole('listitem')).toContainText([
    'Typed before the session ended',
    /Received/,
    'added a note',
  ])
  await expect(note).toHaveValue('')
})

test('nothing of a lead is left while the session has ended, and what was being typed is back', async ({
  ownStudio: studio,
  site,
}) => {
  await studio.goto(`${site.url}/studio/leads`)
  const email = await sendMessage(studio)
  await openLead(studio, email)
  const note = pane(studio).getByRole('textbox', { name: 'New note' })
  await note.fill('Half a note')
  await studio.context().clearCookies()
  const dialog = studio.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog).toBeVisible()
  await expectGone(studio, email)
  await expect(dialog.locator('input:invalid')).toHaveCount(0)

  await dialog.getByLabel('Password').fill(administrator.password)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await expect(note).toHaveValue('Half a note')
  await expect(line(studio, email)).toBeVisible()
})

test('who may not see leads any more is told so, and has nothing of them left', async ({
  studio,
  browser,
  site,
  complaints,
}) => {
  const email = await sendMessage(studio)
  const [hers, theirs] = await Promise.all(
    (['leads', 'viewer'] as const).map((role) =>
      colleague(browser, studio.context(), site.url, { role, name: `The ${role}` }, complaints),
    ),
  )
  if (!hers || !theirs) throw new Error('Two people were to come in')
  await openLead(hers, email)
  // Her browser goes on with the session of somebody who may only read.
  await hers.context().addCookies(await theirs.context().cookies())
  const alert = tool(hers).getByRole('alert')
  await expect(alert).toContainText('You may not see leads any more.')
  await expectGone(hers, email)
  const asked = hers.waitForResponse('**/staff/v1/changes')
  await alert.getByRole('button', { name: 'Try again' }).click()
  expect((await asked).status()).toBe(403)
  await expect(alert).toContainText('You may not see leads any more.')
  await Promise.all([hers.context().close(), theirs.context().close()])
  forgive(complaints, /status of 403/)
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

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 360],
] as const) {
  test(`every view is accessible, ${colorScheme} and ${width} pixels wide`, async ({ studio }) => {
    await studio.emulateMedia({ colorScheme })
    await studio.setViewportSize({ width, height: 800 })
    const email = await sendMessage(studio)
    const check = async () => {
      await expectAccessible(studio, undefined, '[data-testid=leads-tool]')
      expect(await studio.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await openLeads(studio)
    await expect(line(studio, email)).toBeVisible()
    await check()
    await line(studio, email).click()
    await expect(pane(studio).getByRole('heading', { name: 'History' })).toBeVisible()
    const { width: paneWidth = 0 } = (await pane(studio).boundingBox()) ?? {}
    expect(paneWidth === width).toBe(width === 360)
    await check()

    await tool(studio).getByRole('link', { name: 'Figures' }).click()
    const days = tool(studio).getByRole('img', { name: 'Leads by day', exact: true })
    await expect(days).toBeVisible()
    await tool(studio).getByText('Show the numbers').click()
    const numbers = tool(studio).getByRole('region', { name: 'Numbers' })
    await expect(numbers.getByRole('row').last().getByRole('cell').last()).toHaveText(/^[1-9]/)
    await expect(tool(studio).getByText('From a page to an accepted lead')).toBeVisible()
    await check()

    await tool(studio).getByRole('link', { name: 'Audit log' }).click()
    await expect(tool(studio).getByText('Looked at a lead').first()).toBeVisible()
    await check()

    await tool(studio).getByRole('link', { name: 'Retention' }).click()
    const age = tool(studio).getByLabel('Contact')
    await age.fill(String(width))
    await tool(studio).getByRole('button', { name: 'Save' }).click()
    await studio.getByRole('dialog').getByRole('button', { name: 'Go on' }).click()
    await expect(tool(studio).getByRole('button', { name: 'Save' })).toBeDisabled()
    await check()
    await studio.emulateMedia({ colorScheme: null })
    await goTo(studio, '/studio/leads')
    await goTo(studio, '/studio/leads/retention')
    await expect(age).toHaveValue(String(width))
  })
}

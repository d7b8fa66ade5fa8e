import type { Locator } from '@playwright/test'
import { administrator } from '../administrator.ts'
import { storedLeads } from '../stored-leads.ts'
import { openLead, openLeads, pane, row, sendMessage, submit, tool } from './leads-tool.ts'
import { dropExpected } from './page-errors.ts'
import { expect, test } from './studio.ts'

test('two people change one lead: the second sees the conflict, and nothing is overwritten', async ({
  studio,
  invite,
  complaints,
}) => {
  const email = await sendMessage(studio)
  const hers = await invite({ role: 'leads', name: 'Bushra Ali' })
  // On a phone, an open lead hides the list.
  await studio.setViewportSize({ width: 360, height: 800 })
  await Promise.all([openLead(studio, email), openLead(hers, email)])
  await pane(hers).getByRole('textbox', { name: 'New note' }).fill('Called: wants to know more')
  await pane(hers).getByRole('button', { name: 'Add note' }).click()
  await expect(pane(studio).getByText('Called: wants to know more')).toBeVisible()
  const news = pane(studio).getByRole('status').first()
  await expect(news).toContainText('Bushra Ali added a note')
  await news.getByRole('button', { name: 'OK' }).click()
  await expect(news).toBeEmpty()

  // The second user's page has not received the change yet.
  await studio.route('**/staff/v1/changes', (route) => route.abort())
  await pane(hers).getByLabel('Status').selectOption('contacted')
  await expect(pane(hers).getByText(/Bushra Ali changed the status/)).toBeVisible()
  await pane(studio).getByLabel('Status').selectOption('declined')
  const alert = pane(studio).getByRole('alert')
  await expect(alert).toContainText('Bushra Ali changed the status from New to Contacted')
  await expect(pane(studio).getByLabel('Status')).toHaveValue('contacted')
  await studio.unroute('**/staff/v1/changes')
  await alert.getByRole('button', { name: 'Apply my change' }).click()
  await expect(alert).toHaveCount(0)
  await expect(pane(hers).getByLabel('Status')).toHaveValue('declined')
  await expect(pane(hers).getByRole('status').first()).toContainText('from Contacted to Declined')
  await expect(row(hers, email).getByText('Declined')).toBeVisible()

  // A user with the role `leads` sees metrics.
  await expect(tool(hers).getByRole('link', { name: 'Metrics' })).toBeVisible()
  await hers.context().close()
  dropExpected(complaints, /status of 409|ERR_FAILED/)
})

test('a choice made while a change is being saved is saved after it', async ({ studio }) => {
  await openLead(studio, await sendMessage(studio))
  let continueRequest = () => {}
  const isReleased = new Promise<void>((resolve) => {
    continueRequest = resolve
  })
  await studio.route('**/staff/v1/leads/*', async (route) => {
    if (route.request().method() === 'PATCH') await isReleased
    await route.continue()
  })
  const [status, owner] = ['Status', 'Owner'].map((label) => pane(studio).getByLabel(label)) as [
    Locator,
    Locator,
  ]
  await status.selectOption('contacted')
  await owner.selectOption({ label: `${administrator.name} (you)` })
  await expect(owner.locator('option:checked')).toHaveText(/\(you\)$/)
  await status.selectOption('declined')
  await expect(status).toHaveValue('declined')
  continueRequest()
  await expect(pane(studio).getByText(/the status from New to Contacted/)).toBeVisible()
  await expect(pane(studio).getByText(/the status from Contacted to Declined/)).toBeVisible()
  await expect(pane(studio).getByRole('alert')).toHaveCount(0)
  await expect(owner.locator('option:checked')).toHaveText(/\(you\)$/)
  await studio.unroute('**/staff/v1/leads/*')
})

test('leads can be redelivered, changed in bulk, and erased', async ({
  studio,
  endpoint,
  site,
}) => {
  endpoint.status = 503
  const email = await submit(studio, '/waitlist', { name: 'Dina', interests: 'openStore' }, 502)
  await openLead(studio, email)
  // The second attempt follows after five seconds. Later automatic attempts follow after minutes.
  await endpoint.deliveries(email, 2)
  endpoint.status = 200
  const menu = pane(studio).getByRole('button', { name: 'Lead actions' })
  await menu.click()
  await studio.getByRole('menuitem', { name: 'Redeliver' }).click()
  await expect(pane(studio).getByText(/redelivered the lead/)).toBeVisible()
  await expect(pane(studio).getByText('Delivered', { exact: true })).toBeVisible()
  expect(endpoint.from(email)).toHaveLength(3)

  await openLeads(studio, `?${new URLSearchParams({ q: email })}`)
  await row(studio, email).getByRole('checkbox').click()
  const selection = tool(studio).getByRole('group', { name: 'Selection' })
  await selection.getByRole('button', { name: 'Status' }).click()
  await studio.getByRole('menuitem', { name: 'Accepted' }).click()
  await studio.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await expect(row(studio, email).getByText('Accepted')).toBeVisible()
  await expect(selection).toHaveCount(0)

  await row(studio, email).click()
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

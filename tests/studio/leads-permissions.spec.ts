import type { Page } from '@playwright/test'
import { leadsWithStaffFields } from '../stored-leads.ts'
import { expectGone, openLead, sendMessage, tool } from './leads-tool.ts'
import { dropExpected } from './page-errors.ts'
import { expect, test } from './studio.ts'

test('users without access to leads see no tool, and the server rejects their requests', async ({
  studio,
  invite,
  site,
}) => {
  const email = await sendMessage(studio)
  const [lead] = leadsWithStaffFields(site.dataDir).filter(({ payload }) => payload.email === email)
  const link = (page: Page) => page.getByRole('link', { name: 'Leads', exact: true })
  await expect(link(studio)).toBeVisible()
  const without = async (role: 'editor' | 'viewer') => {
    const theirs = await invite({ role, name: `The ${role}` })
    // Opened by its URL.
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
  }
  await Promise.all([without('editor'), without('viewer')])
})

test('users who lose access to leads see a message and no lead data', async ({
  studio,
  invite,
  complaints,
}) => {
  const email = await sendMessage(studio)
  const [hers, theirs] = await Promise.all(
    (['leads', 'viewer'] as const).map((role) => invite({ role, name: `The ${role}` })),
  )
  if (!hers || !theirs) throw new Error('Expected two pages')
  await openLead(hers, email)
  // Her browser continues with the session of a viewer.
  await hers.context().addCookies(await theirs.context().cookies())
  const alert = tool(hers).getByRole('alert')
  await expect(alert).toContainText('You no longer have access to leads.')
  await expectGone(hers, email)
  const asked = hers.waitForResponse('**/staff/v1/changes')
  await alert.getByRole('button', { name: 'Try again' }).click()
  expect((await asked).status()).toBe(403)
  await expect(alert).toContainText('You no longer have access to leads.')
  await Promise.all([hers.context().close(), theirs.context().close()])
  dropExpected(complaints, /status of 403/)
})

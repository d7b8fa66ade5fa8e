import type { Page } from '@playwright/test'
import { wholeLeads } from '../stored-leads.ts'
import { forgive } from './complaints.ts'
import { expectGone, openLead, sendMessage, tool } from './leads-tool.ts'
import { expect, test } from './studio.ts'

test('who may not see leads is not offered the tool, and refused by the server', async ({
  studio,
  invite,
  site,
}) => {
  const email = await sendMessage(studio)
  const [lead] = wholeLeads(site.dataDir).filter(({ payload }) => payload.email === email)
  const link = (page: Page) => page.getByRole('link', { name: 'Leads', exact: true })
  await expect(link(studio)).toBeVisible()
  const without = async (role: 'editor' | 'viewer') => {
    const theirs = await invite({ role, name: `The ${role}` })
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
  }
  await Promise.all([without('editor'), without('viewer')])
})

test('who may not see leads any more is told so, and has nothing of them left', async ({
  studio,
  invite,
  complaints,
}) => {
  const email = await sendMessage(studio)
  const [hers, theirs] = await Promise.all(
    (['leads', 'viewer'] as const).map((role) => invite({ role, name: `The ${role}` })),
  )
  if (!hers || !theirs) throw new Error('Two people were to come in')
  await openLead(hers, email)
  // Her browser goes on with the session of somebody who may only read.
  await hers.context().addCookies(await theirs.context().cookies())
  const alert = tool(hers).getByRole('alert')
  await expect(alert).toContainText('You no longer have access to leads.')
  await expectGone(hers, email)
  const asked = hers.waitForResponse('**/staff/v1/changes')
  await alert.getByRole('button', { name: 'Try again' }).click()
  expect((await asked).status()).toBe(403)
  await expect(alert).toContainText('You no longer have access to leads.')
  await Promise.all([hers.context().close(), theirs.context().close()])
  forgive(complaints, /status of 403/)
})

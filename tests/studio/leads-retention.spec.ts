import { backdate, storedLeads } from '../stored-leads.ts'
import { openLeads, row, sendMessage, tool } from './leads-tool.ts'
import { expect, goTo, test } from './studio.ts'

test('changing retention erases older leads and keeps newer ones, with audit log entries', async ({
  studio,
  site,
}) => {
  await goTo(studio, '/studio/leads')
  const [old, young] = [await sendMessage(studio), await sendMessage(studio)]
  backdate(site.dataDir, old, 41)
  backdate(site.dataDir, young, 39)
  await openLeads(studio, '?form=contact')
  for (const email of [old, young]) await expect(row(studio, email)).toBeVisible()

  await tool(studio).getByRole('link', { name: 'Retention' }).click()
  const age = tool(studio).getByLabel('Contact')
  const save = tool(studio).getByRole('button', { name: 'Save' })
  const set = async (days: string) => {
    await age.fill(days)
    await save.click()
    await studio.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
    await expect(save).toBeDisabled()
  }
  await set('40')
  await openLeads(studio, '?form=contact')
  await expect(row(studio, young)).toBeVisible()
  await expect(row(studio, old)).toHaveCount(0)
  const found = () => storedLeads(site.dataDir).map(({ payload }) => payload.email)
  await expect.poll(found).not.toContain(old)
  expect(found()).toContain(young)

  const log = async () => (await studio.request.get('/staff/v1/audit?limit=20')).text()
  await expect.poll(log).toContain('"retention.erased"')
  await tool(studio).getByRole('link', { name: 'Audit log' }).click()
  const entry = (what: string) => tool(studio).getByRole('row').filter({ hasText: what }).first()
  await expect(entry('Changed retention')).toContainText('contact: – → 40')
  await expect(entry('Erased leads past retention')).toContainText('contact: 1')
  await expect(entry('Erased a lead')).toContainText('retention')
  await tool(studio).getByRole('link', { name: 'Retention' }).click()
  await set('')
})

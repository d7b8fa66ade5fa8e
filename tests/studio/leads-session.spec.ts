import { administrator } from '../administrator.ts'
import { expect, expectGone, line, openLead, pane, sendMessage, test, tool } from './leads-site.ts'

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

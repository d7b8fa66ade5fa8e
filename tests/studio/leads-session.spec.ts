import type { Page } from '@playwright/test'
import { administrator } from '../administrator.ts'
import { expectGone, line, openLead, pane, sendMessage, tool } from './leads-tool.ts'
import { expect, goTo, test } from './studio.ts'

/** The session ends, and the same person goes on. */
async function endSession(studio: Page, meanwhile = async () => {}): Promise<void> {
  await studio.context().clearCookies()
  await meanwhile()
  await signInAgain(studio)
}

/** By keyboard. */
async function signInAgain(studio: Page): Promise<void> {
  const dialog = studio.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog.getByLabel('Password')).toBeFocused()
  // What is still empty is not wrong before somebody has tried.
  await expect(dialog.locator('input:invalid')).toHaveCount(0)
  await studio.keyboard.type(administrator.password)
  await studio.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
}

test('nothing of a lead is left while the session has ended, and what was typed or ticked is back', async ({
  ownStudio: studio,
  site,
}) => {
  await studio.goto(`${site.url}/studio/leads`)
  const email = await sendMessage(studio)
  const other = await sendMessage(studio)
  await expect(tool(studio)).toBeVisible()
  await openLead(studio, email)
  await line(studio, email).getByRole('checkbox').click()
  const note = pane(studio).getByRole('textbox', { name: 'New note' })
  await note.fill('Half a note')
  await endSession(studio, () => expectGone(studio, email))
  await expect(note).toHaveValue('Half a note')
  await expect(line(studio, email)).toHaveAttribute('aria-selected', 'true')
  // Ticks are of one list: whoever sees others changes none that they do not see.
  await tool(studio).getByRole('button', { name: 'Clear all' }).click()
  await expect(line(studio, other)).toBeVisible()
  await expect(line(studio, email)).toHaveAttribute('aria-selected', 'false')

  // A note that was being saved is: the session ends while it is on its way.
  const saving = /\/notes$/
  await studio.route(
    saving,
    async (route) => {
      await studio.context().clearCookies()
      await route.continue()
    },
    { times: 1 },
  )
  const refused = studio.waitForResponse(saving)
  await pane(studio).getByRole('button', { name: 'Add note' }).click()
  expect((await refused).status()).toBe(401)
  await signInAgain(studio)
  await expect(pane(studio).getByRole('listitem')).toContainText([
    'Half a note',
    /Received/,
    'added a note',
  ])
  await expect(note).toHaveValue('')

  await goTo(studio, '/studio/leads/retention')
  const age = tool(studio).getByLabel('Contact')
  await age.fill('365')
  await endSession(studio)
  await expect(age).toHaveValue('365')
  await expect(tool(studio).getByRole('button', { name: 'Save' })).toBeEnabled()
})

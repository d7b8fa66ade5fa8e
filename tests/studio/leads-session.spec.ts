import type { Page } from '@playwright/test'
import { administrator } from '../administrator.ts'
import { expectGone, openLead, pane, row, sendMessage, tool } from './leads-tool.ts'
import { expect, test } from './studio.ts'

/** Ends the session, then signs in again as the same person. */
async function endSession(studio: Page, meanwhile = async () => {}): Promise<void> {
  await studio.context().clearCookies()
  await meanwhile()
  await signInAgain(studio)
}

/** Signs in again in the dialog, by keyboard. */
async function signInAgain(studio: Page): Promise<void> {
  const dialog = studio.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog.getByLabel('Password')).toBeFocused()
  // Empty fields are not invalid before the first attempt.
  await expect(dialog.locator('input:invalid')).toHaveCount(0)
  await studio.keyboard.type(administrator.password)
  await studio.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
}

test('an expired session hides lead data, and restores input and selection after the sign-in', async ({
  ownStudio: studio,
  site,
}) => {
  await studio.goto(`${site.url}/studio/leads`)
  const email = await sendMessage(studio)
  const other = await sendMessage(studio)
  await expect(tool(studio)).toBeVisible()
  await openLead(studio, email)
  await row(studio, email).getByRole('checkbox').click()
  const note = pane(studio).getByRole('textbox', { name: 'New note' })
  await note.fill('Half a note')
  await endSession(studio, () => expectGone(studio, email))
  await expect(note).toHaveValue('Half a note')
  await expect(row(studio, email)).toHaveAttribute('data-selected', 'true')
  // A selection belongs to one list, so that bulk changes affect only visible leads.
  await tool(studio).getByRole('button', { name: 'Clear all' }).click()
  await expect(row(studio, other)).toBeVisible()
  await expect(row(studio, email)).toHaveAttribute('data-selected', 'false')

  // A note is saved even if the session ends during the request.
  const saving = /\/notes$/
  await studio.route(
    saving,
    async (route) => {
      await studio.context().clearCookies()
      await route.continue()
    },
    { times: 1 },
  )
  const rejected = studio.waitForResponse(saving)
  await pane(studio).getByRole('button', { name: 'Add note' }).click()
  expect((await rejected).status()).toBe(401)
  await signInAgain(studio)
  await expect(pane(studio).getByRole('listitem')).toContainText([
    'Half a note',
    /Received/,
    'added a note',
  ])
  await expect(note).toHaveValue('')
})

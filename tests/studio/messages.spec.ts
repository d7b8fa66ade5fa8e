import type { Page } from '@playwright/test'
import { expect, field, goTo, test } from './studio.ts'

/** Opens an automatic message from the structure. */
async function openMessage(studio: Page, title: string) {
  await studio.getByRole('link', { name: 'Messages', exact: true }).click()
  await studio.getByRole('link', { name: title, exact: true }).click()
  await expect(studio.getByTestId('form-view')).toBeVisible()
}

test('the preview of a message shows edits, as HTML and as text', async ({ studio, content }) => {
  await openMessage(studio, 'Invitation')
  await field(studio, 'subject').getByTestId('string-input').fill('{firstName}, your turn')
  await studio.getByRole('tab', { name: 'Preview' }).click()
  const preview = studio.getByTestId('message-preview')
  await expect(preview.getByTestId('message-subject')).toHaveText('Amina, your turn')
  const frame = preview.frameLocator('iframe')
  await expect(frame.getByRole('link', { name: 'Open my page' })).toBeVisible()
  const body = frame.locator('body')
  const light = await body.evaluate((element) => getComputedStyle(element).backgroundColor)
  await preview.getByLabel('Theme').selectOption('dark')
  await expect(body).not.toHaveCSS('background-color', light)
  await preview.getByLabel('View').selectOption('Phone (360 px)')
  await expect(preview.locator('iframe')).toHaveJSProperty('clientWidth', 360)
  await preview.getByLabel('View').selectOption('Plain text')
  await expect(preview.getByTestId('message-text')).toContainText('https://halvi.example/me/')
  await content.delete('drafts.message-invited')
})

test('a message without a document starts with the text that is sent', async ({
  studio,
  content,
}) => {
  const seeded = await content.getDocument('message-declined')
  await goTo(studio, '/studio/intent/create/template=message-declined;type=mailMessage/')
  const subject = field(studio, 'subject').getByTestId('string-input')
  await expect(subject).toHaveValue(seeded?.subject)
  await expect(subject).toBeEditable()
})

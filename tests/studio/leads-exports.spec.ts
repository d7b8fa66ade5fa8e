import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { openLeads, sendMessage, tool } from './leads-tool.ts'
import { expect, goTo, newId, test } from './studio.ts'

test('exports contain only the selected leads, including a range selected with Shift', async ({
  studio,
}) => {
  const word = newId('ticked')
  await goTo(studio, '/studio/leads')
  for (let lead = 1; lead <= 5; lead++)
    await sendMessage(studio, { email: `${word}-${lead}@example.com` })
  await openLeads(studio, `?q=${word}`)
  await expect(tool(studio).getByText('5 leads', { exact: true })).toBeVisible()
  const tick = (index: number) =>
    tool(studio).locator('[data-lead]').nth(index).getByRole('checkbox')
  await tick(0).click()
  await tick(2).click({ modifiers: ['Shift'] })
  await expect(tool(studio).getByText('3 selected', { exact: true })).toBeVisible()
  await tick(1).click()
  const file = String(await exported(studio, 'NDJSON for programs', 'Export 2 selected'))
  const emails = file
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row).payload.email)
  expect(emails).toEqual([`${word}-3@example.com`, `${word}-5@example.com`])
  await tool(studio).getByRole('button', { name: 'Clear selection' }).click()
})

/** Exports the listed leads. Returns the downloaded file. */
async function exported(studio: Page, format: string, button = 'Export'): Promise<Buffer> {
  const download = studio.waitForEvent('download')
  await tool(studio).getByRole('button', { name: button, exact: true }).click()
  await studio.getByRole('menuitem', { name: format }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^leads-[\d-]{10}\.(csv|xlsx|ndjson)$/)
  return readFileSync(await file.path())
}

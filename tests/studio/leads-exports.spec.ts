import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import {
  parseCsv,
  parseWorkbook,
  shownText,
} from '../../packages/leads/staff/testing/read-exports.ts'
import { administrator } from '../administrator.ts'
import { openLead, openLeads, pane, sendMessage, tool } from './leads-tool.ts'
import { expect, goTo, newId, test } from './studio.ts'

test('exports contain exactly the filtered leads in each format', async ({ studio }) => {
  const word = newId('export')
  const fields = {
    name: 'Zaynab <b>',
    email: `${word}@example.com`,
    subject: '=HYPERLINK("https://example.com")',
    message: 'Two lines,\n"quoted" and turned',
  }
  await goTo(studio, '/studio/leads')
  await sendMessage(studio, fields)
  await sendMessage(studio)
  await sendMessage(studio, { subject: `About ${word}`, name: '\uff0b1 555' })
  await openLead(studio, fields.email)
  await pane(studio)
    .getByLabel('Owner')
    .selectOption({ label: `${administrator.name} (you)` })
  await expect(pane(studio).getByText(/the owner from Unassigned to/)).toBeVisible()
  await openLeads(studio, `?q=${word}`)
  await expect(tool(studio).getByText('2 leads', { exact: true })).toBeVisible()
  const ndjson = String(await exported(studio, 'NDJSON for programs'))
  const leads = ndjson.trim().split('\n')
  expect(leads.map((line) => JSON.parse(line))).toMatchObject([
    { payload: fields, owner_name: administrator.name },
    { payload: { subject: `About ${word}`, name: '\uff0b1 555' }, owner_name: '' },
  ])
  const [names = [], ...rows] = parseCsv(String(await exported(studio, 'CSV for programs')))
  expect(rows.map((row) => row[names.indexOf('subject')])).toEqual([
    fields.subject,
    `About ${word}`,
  ])
  const [labels = [], ...shown] = parseCsv(String(await exported(studio, 'CSV for spreadsheets')))
  const workbook = parseWorkbook(await exported(studio, 'Excel workbook'), labels.length)
  const at = labels.indexOf('Message')
  expect(shown.map((row) => shownText(row[at] ?? ''))).toEqual([
    fields.message,
    'When do you open?',
  ])
  expect(workbook.slice(1).map((row) => row[at])).toEqual([fields.message, 'When do you open?'])
})

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

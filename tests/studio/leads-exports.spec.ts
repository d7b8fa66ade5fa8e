import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import {
  parseCsv,
  parseWorkbook,
  shownText,
} from '../../packages/leads/staff/testing/read-exports.ts'
import { administrator } from '../administrator.ts'
import { leadsWithStaffFields } from '../stored-leads.ts'
import { openLead, openLeads, pane, sendMessage, tool } from './leads-tool.ts'
import { expect, goTo, newId, test } from './studio.ts'

test('exports contain exactly the filtered leads in each format', async ({ studio, site }) => {
  const word = newId('export')
  const fields = {
    name: 'Zaynab <b>',
    email: `${word}@example.com`,
    subject: '=HYPERLINK("https://example.com")',
    message: `Two lines,\n"quoted" \u202e and turned`,
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
  const stored = leadsWithStaffFields(site.dataDir).filter(({ payload }) =>
    Object.values(payload).some((value) => String(value).includes(word)),
  )
  expect(stored.map(({ payload }) => payload)).toMatchObject([
    fields,
    { subject: `About ${word}`, name: '\uff0b1 555' },
  ])
  expect(stored.map(({ owner }) => owner !== null)).toEqual([true, false])

  const ndjson = await exported(studio, 'NDJSON for programs')
  const expectedLeads = stored.map((lead, index) => ({
    ...lead,
    ...{ spam: false, delivered_at: null, source: 'direct', campaign: '' },
    owner_name: index === 0 ? administrator.name : '',
  }))
  const leads: ((typeof expectedLeads)[number] & Record<string, unknown>)[] = String(ndjson)
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row))
  expect(leads).toMatchObject(expectedLeads)

  const [names = [], ...rows] = parseCsv(String(await exported(studio, 'CSV for programs')))
  const values = leads.map(({ payload, ...lead }) => ({ ...lead, ...payload }))
  const cells = values.map((lead) =>
    names.map((name) => String((lead as Record<string, unknown>)[name] ?? '')),
  )
  // Every value of a lead has a column.
  expect(names).toEqual(expect.arrayContaining(Object.keys(values[0] ?? {})))
  expect(rows).toEqual(cells)

  const [labels = [], ...shown] = parseCsv(String(await exported(studio, 'CSV for spreadsheets')))
  const workbook = await exported(studio, 'Excel workbook')
  const [sheetLabels, ...sheetRows] = parseWorkbook(workbook, labels.length)
  expect(sheetLabels).toEqual(labels.map((label) => label.replace(/^\ufeff/, '')))
  for (const label of ['Email', 'Subject', 'Message', 'Owner']) {
    const at = labels.indexOf(label)
    const of = (table: string[][]) => table.map((row) => row[at] ?? '')
    expect(of(shown).map(shownText)).toEqual(of(sheetRows))
  }
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

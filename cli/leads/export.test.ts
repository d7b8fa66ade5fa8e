import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openAccounts } from 'local-content-lake'
import { describe, expect } from 'vitest'
import { roles } from '../../office/accounts/roles.ts'
import { tableOf } from '../../packages/leads/staff/export/row.ts'
import {
  parseCsv,
  parseWorkbook,
  shownText,
} from '../../packages/leads/staff/testing/read-exports.ts'
import { testForms } from '../../packages/leads/testing/test-forms.ts'
import { itWithSite as it, submission, submit } from './testing/site-with-commands.ts'

const { columns, headers } = tableOf(testForms, 'words')

describe('halvi leads export', () => {
  it('writes each format, with the names of owners', async ({ site }) => {
    const leads = await site.open()
    const directory = join(site.dataDir, 'lake')
    mkdirSync(directory)
    using accounts = openAccounts({ directory, roles })
    const by = { id: 'test', name: 'Test' }
    const ada = accounts.addFirst({ name: 'Ada', email: 'ada@example.com', password: 'a hash' })
    await submit(leads, submission({ name: '=1+1' }))
    const { leads: found } = await leads.staff.list({ sort: 'newest', limit: 1 }, by)
    const [{ id = '', revision = 0 } = {}] = found
    await leads.staff.change(id, { revision, owner: ada.id }, by)
    expect(await site.exported()).toMatchObject([{ owner: ada.id, owner_name: 'Ada' }])
    const [headings, row = []] = parseCsv((await site.run(['export'])).out)
    expect(headings?.slice(1)).toEqual(headers.slice(1))
    expect([shownText(row[0] ?? ''), row[columns.indexOf('owner_name')]]).toEqual(['=1+1', 'Ada'])
    const raw = parseCsv((await site.run(['export', '--format', 'raw-csv'])).out)
    expect(raw[1]?.[0]).toBe('=1+1')
    const file = join(site.dataDir, 'leads.xlsx')
    expect(await site.run(['export', '--format', 'xlsx', file])).toMatchObject({ code: 0, err: '' })
    expect(parseWorkbook(readFileSync(file), columns.length)[1]?.[0]).toBe('=1+1')
  })

  it('filters by form and time, and writes a private file', async ({ site }) => {
    const leads = await site.open()
    await submit(leads, submission({ name: 'Amina' }))
    await submit(leads, submission({ name: 'Bilal' }, { form: 'contact' }))
    expect(await site.exported('--type', 'contact')).toMatchObject([
      { form: 'contact', state: 'stored', spam: false, payload: { name: 'Bilal' } },
    ])
    expect(await site.exported('--since', '2999-01-01')).toEqual([])
    const file = join(site.dataDir, 'out.csv')
    const out = `Saved 2 leads in ${file}\n`
    expect(await site.run(['export', file])).toEqual({ code: 0, out, err: '' })
    expect(readFileSync(file, 'utf8')).toContain('Amina')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const elsewhere = await site.run(['export', join(site.dataDir, 'none', 'out.csv')])
    expect(elsewhere).toMatchObject({ code: 1, err: expect.stringMatching(/^leads: [^\n]+\n$/) })
  })
})

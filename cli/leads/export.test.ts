import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openAccounts } from 'local-content-lake'
import { describe, expect } from 'vitest'
import { tableOf } from '../../packages/leads/staff/export/row.ts'
import {
  parseCsv,
  parseWorkbook,
  shownText,
} from '../../packages/leads/staff/testing/read-exports.ts'
import { testForms } from '../../packages/leads/testing/test-forms.ts'
import { roles } from '../../server/roles.ts'
import { itWithSite as it, submission, submit } from './testing/site-with-commands.ts'

const { columns, headers } = tableOf(testForms, 'words')

describe('halvi leads export', () => {
  it('writes CSV whose texts a spreadsheet neither runs nor changes', async ({ site }) => {
    const leads = await site.open()
    const names = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', 'a;=1', 'a "b", c\nd 🕌', '＝1']
    for (const name of names) {
      await submit(leads, submission({ name, agreement_accepted: true }))
    }
    await submit(leads, submission({ phone: '+1 555' }, { form: 'contact', spam: true }))
    const { out } = await site.run(['export'])
    const rows = out.split('\r\n')
    expect(rows[0]).toBe(`\ufeff${headers.map((name) => `"${name}"`).join(',')}`)
    expect(rows).toHaveLength(11)
    const table = parseCsv(out).slice(1, 1 + names.length)
    expect(table.map(([name = '']) => shownText(name))).toEqual(names)
    expect(rows[9]).toMatch(/"Contact","Stored","Yes","[^"]+",.*"New",.*,"=""\+1 555"""/)
    const raw = (await site.run(['export', '--format', 'raw-csv'])).out.split('\r\n')
    expect(raw[0]).toMatch(/^"name","id","form"/)
    expect(raw[9]).toMatch(/"contact","stored","true","[^"]+Z",.*"new",.*,"\+1 555"/)
  })

  it('writes the names of owners, including removed staff, in JSON and in a workbook', async ({
    site,
  }) => {
    const leads = await site.open()
    const directory = join(site.dataDir, 'lake')
    mkdirSync(directory)
    using accounts = openAccounts({ directory, roles })
    const by = { id: 'test', name: 'Test' }
    const here = accounts.addFirst({ name: 'Ada', email: 'ada@example.com', password: 'a hash' })
    const { token } = accounts.invite('grace@example.com', ['leads'], by)
    const left = accounts.join(token, { name: '=Grace', password: 'a hash' })
    accounts.remove(left.id, by)
    const owners = [here.id, left.id, 'nobody-known', null]
    for (const [index, owner] of owners.entries()) {
      await submit(leads, submission({ name: `Visitor ${index}` }))
      const { leads: found } = await leads.staff.list({ sort: 'newest', limit: 1 }, by)
      const [{ id = '', revision = 0 } = {}] = found
      await leads.staff.change(id, { revision, owner }, by)
    }
    const names = ['Ada', '=Grace', '', '']
    expect(await site.exported()).toMatchObject(
      owners.map((owner, index) => ({ owner, owner_name: names[index] })),
    )
    const table = parseCsv((await site.run(['export'])).out)
    const nameAt = columns.indexOf('owner_name')
    expect(table.slice(1).map((row) => row[nameAt])).toEqual(['Ada', '="=Grace"', '', ''])

    const file = join(site.dataDir, 'leads.xlsx')
    expect(await site.run(['export', '--format', 'xlsx', file])).toMatchObject({ code: 0, err: '' })
    table[0]?.splice(0, 1, headers[0] ?? '')
    // The cells are those of the CSV file, without its protection against formulas, and times are dates.
    const plain = (cell: string) => (cell.startsWith('="') ? shownText(cell) : cell)
    const local = (cell: string) =>
      /^[\d-]{10}T.*Z$/.test(cell) ? cell.slice(0, 16).replace('T', ' ') : cell
    expect(parseWorkbook(readFileSync(file), columns.length).map((row) => row.map(local))).toEqual(
      table.map((row) => row.map(plain)),
    )
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

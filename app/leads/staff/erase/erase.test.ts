import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { soon } from '../../testing/test-leads.ts'
import { kinds } from '../testing/test-index.ts'
import { setUpStaff, type TestStaff } from '../testing/test-staff.ts'

const by = { id: 'amina', name: 'Amina' }
const hers = { name: 'Canary Zaynab', email: 'Zaynab.Canary@example.com' }

let test: TestStaff
afterEach(() => test.close())

describe.each(kinds)('erasing an address from %s', (kind) => {
  beforeEach(async () => {
    test = await setUpStaff(kind)
  })
  const { staff } = { staff: () => test.leads.staff }
  const history = async (lead: string) =>
    (await staff().find(lead, by))?.history.map(({ action }) => action)

  it('reaches every form, spam, notes, views and the index, and nobody else', async () => {
    const contact = await test.submit(hers)
    const spam = await test.submit({ ...hers, message: 'buy' }, { spam: true })
    const other = await test.submit({ name: 'Bilal', email: 'bilal@example.com' })
    const waitlist = await test.submit(
      { ...hers, email: ' zaynab.canary@EXAMPLE.com ' },
      { form: 'waitlist', delivered: true },
    )
    await staff().addNote(contact, 'Canary called back', by)
    await staff().change(contact, { revision: 1, status: 'contacted' }, by)
    const view = { query: 'q=zaynab.canary%40example.com', shared: true }
    await staff().saveView({ ...view, name: 'Hers' }, by)
    await staff().saveView({ ...view, query: 'q=bilal', name: 'His' }, by)
    const wanted = (q: string) => staff().makeTicket({ format: 'csv', filter: { q }, by })
    const [hersAsked, hisAsked] = [await wanted('Zaynab.Canary@Example.com'), await wanted('bilal')]
    const query = { sort: 'newest', limit: 10 } as const
    expect((await staff().list({ ...query, q: 'canary' }, by)).leads).toHaveLength(2)

    expect(await staff().erase('zaynab.canary@example.com', by)).toMatchObject({ erased: 3 })
    expect((await staff().list({ ...query, q: 'canary' }, by)).leads).toEqual([])
    expect((await staff().list({ ...query, q: 'bilal' }, by)).leads).toHaveLength(1)
    for (const id of [contact, spam, waitlist]) {
      const lead = await staff().find(id, by)
      expect(lead).toMatchObject({ delivery: 'erased', fields: [], noteList: [], email: '' })
    }
    expect(await staff().find(other, by)).toMatchObject({ email: 'bilal@example.com' })
    expect((await staff().views(by)).map(({ name }) => name)).toEqual(['His'])
    expect(await staff().export(hersAsked, by)).toBeUndefined()
    const his = await staff().export(hisAsked, by)
    expect(his).toMatchObject({ format: 'csv' })
    his?.stream.destroy()
    expect(await history(contact)).toEqual([
      'lead.received',
      'lead.noted',
      'lead.changed',
      'lead.erased',
    ])
    expect(await staff().addNote(contact, 'again', by)).toBeUndefined()
    expect(await staff().erase('zaynab.canary@example.com', by)).toMatchObject({ erased: 0 })

    const list = readFileSync(join(test.dataDir, 'erased-leads'), 'utf8')
    expect(list.match(/[\w-]{36}$/gm)).toEqual([contact, spam, waitlist])
    expect(statSync(join(test.dataDir, 'erased-leads')).mode & 0o777).toBe(0o600)
    const told = await test.database.selectFrom('lead_audit').selectAll().execute()
    expect(JSON.stringify(told)).not.toMatch(/canary/i)
  })

  it.each([
    'zaynab@münchen.example',
    'Zaynab <zaynab@xn--mnchen-3ya.example>',
    '\u200ezaynab＠münchen.example',
  ])('finds it however it is typed: %j', async (typed) => {
    const id = await test.submit({ name: 'Zaynab', email: 'zaynab@xn--mnchen-3ya.example' })
    await test.submit({ name: 'Zaynab', email: 'zaynab@munchen.example' })
    await staff().saveView(
      { name: 'Hers', query: `q=${encodeURIComponent(typed)}`, shared: true },
      by,
    )
    const { leads } = await staff().list({ sort: 'newest', limit: 10, q: typed }, by)
    expect(leads.map((lead) => lead.id)).toEqual([id])
    expect(JSON.parse(await staff().aboutAddress(typed, by)).leads).toMatchObject([{ id }])
    expect(await staff().erase(typed, by)).toMatchObject({ erased: 1 })
    expect(await staff().views(by)).toEqual([])
  })

  it('wins over a delivery that is under way', async () => {
    let answer = () => {}
    test.endpoint.answer = (response) => {
      answer = () => response.writeHead(500).end()
    }
    const receipt = test.leads.receive({
      ...{ form: 'waitlist', payload: hers, spam: false, delivered: true },
    })
    await test.endpoint.count(1)
    expect(await staff().erase(hers.email, by)).toMatchObject({ erased: 1 })
    answer()
    expect(await receipt).toBe('undelivered')
    const [row] = await test.database.selectFrom('lead').selectAll().execute()
    expect(row).toMatchObject({ state: 'erased', payload: '{}', last_error: null })
    // The same again is a new lead, from a person who has changed their mind.
    test.endpoint.answer = (response) => response.end()
    await test.leads.receive({ form: 'waitlist', payload: hers, spam: false, delivered: true })
    expect(await test.database.selectFrom('lead').select('state').execute()).toHaveLength(2)
  })

  it('is told as one file before', async () => {
    const id = await test.submit({ ...hers, message: '<b>\u202e"' })
    await staff().addNote(id, 'wants a call', by)
    await test.submit({ name: 'Bilal', email: 'bilal@example.com' })
    const file = JSON.parse(await staff().aboutAddress('zaynab.canary@EXAMPLE.com', by))
    expect(file).toMatchObject({ leads: [{ id, notes: [{ text: 'wants a call' }] }] })
    expect(file.leads[0].fields).toContainEqual({
      key: 'message',
      label: 'Message',
      value: '<b>\u202e"',
    })
    expect(file.leads).toHaveLength(1)
  })
})

describe('what SQLite has erased', () => {
  it('is in none of its files, without a vacuum', async () => {
    test = await setUpStaff('SQLite')
    for (let index = 0; index < 300; index++) {
      const [name, form] =
        index % 50 === 7 ? ['Canary', 'waitlist'] : [`Visitor ${index}`, 'contact']
      const payload = { name, email: `${name}@example.com`, message: `${name} `.repeat(index * 3) }
      await test.leads.receive({ form, payload, spam: false, delivered: index % 2 === 0 })
    }
    const newest = { sort: 'newest', limit: 1 } as const
    const [canary] = (await test.leads.staff.list({ ...newest, form: ['waitlist'] }, by)).leads
    await test.leads.staff.addNote(canary?.id ?? '', 'canary '.repeat(500), by)
    await test.leads.staff.list({ ...newest, q: 'canary' }, by)
    const { erased, remaining } = await test.leads.staff.erase('canary@example.com', by)
    expect(erased).toBe(6)
    expect(remaining).not.toMatch(/log|earlier version/)
    const names = readdirSync(test.dataDir)
    expect(names).toContain('leads.db')
    for (const name of names) {
      expect(readFileSync(join(test.dataDir, name), 'latin1'), name).not.toMatch(/canary/i)
    }
  })

  it('stays in the log while an older snapshot is read, which is said, and goes then', async () => {
    test = await setUpStaff('SQLite')
    await test.submit({ ...hers, message: 'canary '.repeat(1_000) })
    const reader = new Database(join(test.dataDir, 'leads.db'))
    reader.exec('begin')
    reader.prepare('select count(*) from lead').get([])
    const { remaining } = await test.leads.staff.erase(hers.email, by)
    expect(remaining).toMatch(/exports that are under way/)
    const files = () =>
      ['leads.db', 'leads.db-wal'].map((name) => readFileSync(join(test.dataDir, name), 'latin1'))
    expect(files().join('')).toMatch(/canary/i)
    reader.exec('commit')
    reader.close()
    await soon(() => expect(files().join('')).not.toMatch(/canary/i))
  })
})

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../kit/testing/until.ts'
import { databaseKinds } from '../testing/test-index.ts'
import { setUpStaff, type TestStaff } from '../testing/test-staff.ts'

const by = { id: 'amina', name: 'Amina' }
const hers = { name: 'Canary Zaynab', email: 'Zaynab.Canary@example.com' }

let test: TestStaff
afterEach(() => test.close())

describe.each(databaseKinds)('erasing an address in %s', (kind) => {
  // The statements are the same on both databases.
  const isSqlite = kind === 'SQLite'
  beforeEach(async () => {
    test = await setUpStaff(kind)
  })
  const { staff } = { staff: () => test.leads.staff }
  const history = async (lead: string) =>
    (await staff().find(lead, by))?.history.map(({ action }) => action)

  it('erases leads in all forms, spam, notes, saved views, and index entries, but not those of others', async () => {
    const contact = await test.submit(hers)
    const spam = await test.submit({ ...hers, message: 'buy' }, { spam: true })
    const other = await test.submit({ name: 'Bilal', email: 'bilal@example.com' })
    const waitlist = await test.submit(
      { ...hers, email: ' zaynab.canary@EXAMPLE.com ' },
      { form: 'waitlist', delivered: true },
    )
    await staff().addNote(contact, 'Canary called back', by)
    await staff().change(contact, { revision: 1, status: 'contacted' }, by)
    const view = { query: 'q=zaynab.canary%40example.com' }
    await staff().saveView({ ...view, name: 'Hers' }, by)
    await staff().saveView({ ...view, query: 'q=bilal', name: 'His' }, by)
    const wanted = (q: string) => staff().createTicket({ format: 'csv', filter: { q }, by })
    const [hersTicket, hisTicket] = [
      await wanted('Zaynab.Canary@Example.com'),
      await wanted('bilal'),
    ]
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
    expect(await staff().export(hersTicket, by)).toBeUndefined()
    const his = await staff().export(hisTicket, by)
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
    const entries = await test.database.selectFrom('lead_audit').selectAll().execute()
    expect(JSON.stringify(entries)).not.toMatch(/canary/i)
  })

  it
    .runIf(isSqlite)
    .each([
      'zaynab@münchen.example',
      'Zaynab <zaynab@xn--mnchen-3ya.example>',
      '\u200ezaynab＠münchen.example',
    ])('finds leads by any spelling of the address: %j', async (typed) => {
    const id = await test.submit({ name: 'Zaynab', email: 'zaynab@xn--mnchen-3ya.example' })
    await test.submit({ name: 'Zaynab', email: 'zaynab@munchen.example' })
    await staff().saveView({ name: 'Hers', query: `q=${encodeURIComponent(typed)}` }, by)
    const { leads } = await staff().list({ sort: 'newest', limit: 10, q: typed }, by)
    expect(leads.map((lead) => lead.id)).toEqual([id])
    expect(JSON.parse(await staff().aboutAddress(typed, by)).leads).toMatchObject([{ id }])
    expect(await staff().erase(typed, by)).toMatchObject({ erased: 1 })
    expect(await staff().views(by)).toEqual([])
  })

  const address = 'zaynab.canary@example.com'

  it.runIf(isSqlite)('lists other mentions of the address, and keeps them by default', async () => {
    const own = await test.submit({ ...hers, message: 'I am zaynab.canary@example.com' })
    const text = 'Ask Zaynab.CANARY@example.com, please'
    const message = await test.submit({ name: 'Bilal', email: 'bilal@example.com', message: text })
    const spam = await test.submit(
      { email: 'c@example.com', message: `mailto:${address}.`, name: 'C' },
      { spam: true },
    )
    const noted = await test.submit({ name: 'Dina', email: 'dina@example.com' })
    await staff().addNote(noted, `Her sister is <zaynab.canary\u200b＠example.com>`, by)
    const link = `https://example.org/?to=${encodeURIComponent(address)}`
    const linked = await test.submit({ name: 'Eman', email: 'eman@example.com', message: link })
    for (const other of [`not-${address}`, `${address}.example`, 'zaynab.canary@example.org']) {
      await test.submit({ name: 'Omar', email: other, message: `${other} and canary` })
    }
    const view = { name: 'Hers' }
    await staff().saveView({ ...view, query: `status=new&q=call+${link}` }, by)
    await staff().saveView({ ...view, query: `q=not-${address}`, name: 'Not hers' }, by)

    const expected = {
      leads: expect.toSatisfy((leads: { id: string }[]) => leads.length === 4),
      more: false,
      views: [{ id: expect.any(String), name: 'Hers' }],
    }
    const found = await staff().mentions(address, by)
    expect(found).toEqual(expected)
    const [noteId] = (await staff().find(noted, by))?.noteList.map(({ id }) => id) ?? []
    // Ids of the same millisecond are in random order.
    const mentioned = new Map(found.leads.map((lead) => [lead.id, lead]))
    expect([message, spam, noted, linked].map((id) => mentioned.get(id))).toEqual([
      { id: message, form: 'contact', fields: ['message'], notes: [] },
      { id: spam, form: 'contact', fields: ['message'], notes: [] },
      { id: noted, form: 'contact', fields: [], notes: [noteId] },
      { id: linked, form: 'contact', fields: ['message'], notes: [] },
    ])
    expect(JSON.parse(await staff().aboutAddress(address, by))).toMatchObject({
      leads: [{ id: own }],
      mentions: expected,
    })
    const audit = await test.database.selectFrom('lead_audit').selectAll().execute()
    const actions = audit.map(({ action }) => action)
    expect(actions).toContain('leads.searched')
    expect(JSON.stringify(audit)).not.toMatch(/canary/i)

    expect(await staff().erase(address, by)).toMatchObject({ erased: 1, redacted: 0 })
    expect((await staff().views(by)).map(({ name }) => name)).toEqual(['Not hers'])
    expect((await staff().mentions(address, by)).leads).toHaveLength(4)
    expect(await staff().find(message, by)).toMatchObject({ revision: 1 })
  })

  it('replaces the address in other leads if requested', async () => {
    await test.submit(hers)
    const others = { name: 'Bilal', email: 'bilal@example.com' }
    const text = `Not not-${address}, but Zaynab.Canary@example.com or ${address}.`
    const delivered = await test.submit(
      { ...others, message: text },
      { form: 'waitlist', delivered: true },
    )
    await until(async () =>
      expect(await staff().find(delivered, by)).toMatchObject({ delivery: 'delivered' }),
    )
    await staff().addNote(delivered, `$& ${address}`, by)
    await staff().addNote(delivered, 'nobody else', by)
    test.endpoint.answer = (response) => response.writeHead(500).end()
    const pending = await test.submit(
      { ...others, message: `pending ${address}` },
      { form: 'waitlist', delivered: true },
    )
    const many = Array.from({ length: 120 }, (_, index) => ({
      ...{ name: 'Many', email: `many${index}@example.com`, message: address },
    }))
    for (const payload of many) {
      await test.leads.receive({ form: 'contact', payload, spam: false, delivered: false })
    }
    const before = await test.database.selectFrom('lead').selectAll().execute()

    expect(await staff().erase(address, by, 'redact')).toMatchObject({ erased: 1, redacted: 122 })
    const rows = await test.database.selectFrom('lead').selectAll().execute()
    const row = (id: string) => rows.find((found) => found.id === id)
    const was = before.find(({ id }) => id === delivered)
    expect(row(delivered)).toMatchObject({
      state: 'delivered',
      fingerprint: was?.fingerprint,
      revision: 2,
      payload: JSON.stringify({
        ...others,
        message: `Not not-${address}, but [erased] or [erased].`,
      }),
    })
    expect(row(pending)).toMatchObject({ state: 'pending' })
    const lead = await staff().find(delivered, by)
    expect(lead?.noteList.map((note) => note.text)).toEqual(['$& [erased]', 'nobody else'])
    expect(await history(delivered)).toContain('lead.redacted')
    expect(await staff().mentions(address, by)).toEqual({ leads: [], more: false, views: [] })
    const query = { sort: 'newest', limit: 10 } as const
    const listed = await staff().list({ ...query, q: address }, by)
    expect(listed.leads.map(({ id }) => id)).toEqual([delivered])

    const sent = test.endpoint.received.length
    test.endpoint.answer = (response) => response.end()
    await staff().replay(pending, by)
    await test.endpoint.count(sent + 1)
    expect(JSON.parse(test.endpoint.received.at(-1)?.body ?? '')).toMatchObject({
      message: 'pending [erased]',
    })
    const audit = await test.database.selectFrom('lead_audit').selectAll().execute()
    expect(JSON.stringify(audit)).not.toMatch(/canary/i)
  })

  it.runIf(isSqlite)('finds all spellings of an international address', async () => {
    const spellings = ['zaynab@münchen.example', 'Zaynab@xn--mnchen-3ya.example']
    for (const [index, spelling] of spellings.entries()) {
      const message = `${spelling}, ${spelling.normalize('NFD')}`
      await test.submit({ name: 'Bilal', email: `bilal${index}@example.com`, message })
    }
    for (const spelling of spellings) {
      expect((await staff().mentions(spelling, by)).leads).toHaveLength(2)
    }
    expect(await staff().erase(spellings[0] ?? '', by, 'redact')).toMatchObject({ redacted: 2 })
    const payloads = await test.database.selectFrom('lead').select('payload').execute()
    for (const { payload } of payloads) expect(payload).toContain('"[erased], [erased]"')
  })

  it('is not undone by a running delivery', async () => {
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
    // The same content again is a new lead from a person who changed their mind.
    test.endpoint.answer = (response) => response.end()
    await test.leads.receive({ form: 'waitlist', payload: hers, spam: false, delivered: true })
    expect(await test.database.selectFrom('lead').select('state').execute()).toHaveLength(2)
  })

  it.runIf(isSqlite)('exports everything about the address as one file before', async () => {
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

describe('erased data in SQLite', () => {
  it('is not in any file, without a vacuum', async () => {
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

  it('remains in the log while an older snapshot is read, which is reported, and is removed afterwards', async () => {
    test = await setUpStaff('SQLite')
    await test.submit({ ...hers, message: 'canary '.repeat(1_000) })
    const reader = new Database(join(test.dataDir, 'leads.db'))
    reader.exec('begin')
    reader.prepare('select count(*) from lead').get([])
    const { remaining } = await test.leads.staff.erase(hers.email, by)
    expect(remaining).toMatch(/running exports/)
    const files = () =>
      ['leads.db', 'leads.db-wal'].map((name) => readFileSync(join(test.dataDir, name), 'latin1'))
    expect(files().join('')).toMatch(/canary/i)
    reader.exec('commit')
    reader.close()
    await until(() => expect(files().join('')).not.toMatch(/canary/i))
  })
})

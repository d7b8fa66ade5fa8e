import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LeadFilter } from '../contract/contract.ts'
import { columns, type ExportedRow } from '../export/row.ts'
import type { ExportFormat } from '../export/write-leads.ts'
import { xlsx } from '../export/xlsx.ts'
import { randomFrom, randomLead } from '../testing/random-leads.ts'
import { parseCsv, parseSheet, unzip } from '../testing/read-exports.ts'
import { kinds, setUpIndex, type TestIndex } from '../testing/test-index.ts'
import { exportLeads } from './export-leads.ts'

const random = randomFrom(3)
const rows = Array.from({ length: 700 }, () => randomLead(random)).sort((one, other) =>
  one.id < other.id ? -1 : 1,
)
/** Of whom nobody knows what they are called. */
const stranger = 'p2'
const hostile = [
  ...[
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=2',
    '＝1',
    'a;=1',
    'a "b", c\r\nd 🕌',
    '\u202eanima',
    ' in front',
    'behind\n',
    ' ',
  ],
  ...['<script>&amp;]]>', '\u0007bell', '_x0041_', '\ud800', '\uffff', 'x'.repeat(100_000)],
]
hostile.forEach((name, index) => {
  const row = rows[index]
  if (!row) return
  row.spam = 0
  row.form = 'waitlist'
  row.payload = JSON.stringify({ type: 'waitlist_application', name, surprise: { name } })
})
const real = rows.filter(({ spam }) => spam === 0)

describe.each(kinds)('leads in %s are exported', (kind) => {
  let test: TestIndex
  beforeAll(async () => {
    test = await setUpIndex(kind)
    await test.add(rows)
    await test.indexAll()
  })
  afterAll(() => test.close())

  const asked: string[] = []
  const namesOf = async (people: readonly string[]) => {
    asked.push(...people)
    return Object.fromEntries(people.filter((id) => id !== stranger).map((id) => [id, `=${id} =1`]))
  }
  const exported = (format: ExportFormat, filter: LeadFilter = {}, onRows = (_: number) => {}) =>
    exportLeads(test, format, filter, namesOf, onRows)
  const whole = async (parts: AsyncIterable<string | Buffer>) =>
    buffer(Readable.from(parts, { objectMode: false }))

  it('as JSON, the oldest first, and counted', async () => {
    let count = 0
    const text = await whole(exported('ndjson', {}, (more) => (count += more)))
    const leads = String(text)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(leads.map(({ id }) => id)).toEqual(real.map(({ id }) => id))
    expect(count).toBe(real.length)
    expect(leads.map(({ payload }) => JSON.stringify(payload))).toEqual(
      real.map(({ payload }) => payload),
    )
    const found = await whole(exported('ndjson', { form: ['contact'], status: ['accepted'] }))
    const wanted = real.filter(({ form, status }) => form === 'contact' && status === 'accepted')
    expect(String(found).split('\n')).toHaveLength(wanted.length + 1)
  })

  it('with what owners are called, each asked for once', async () => {
    asked.length = 0
    const table = parseCsv(String(await whole(exported('csv'))))
    const [owner, name] = [columns.indexOf('owner'), columns.indexOf('owner_name')]
    const owners = new Set(real.flatMap((row) => row.owner ?? []))
    expect(asked.toSorted()).toEqual([...owners].sort())
    expect(owners).toContain(stranger)
    for (const row of table.slice(1)) {
      const id = row[owner] ?? ''
      expect(row[name]).toBe(id === '' || id === stranger ? '' : `'=${id} =1`)
    }
  })

  it('as CSV that no spreadsheet calculates', async () => {
    const table = parseCsv(String(await whole(exported('csv'))))
    expect(table[0]).toEqual([`\ufeff${columns[0]}`, ...columns.slice(1)])
    expect(table).toHaveLength(real.length + 1)
    const [name, other] = [columns.indexOf('name'), columns.indexOf('other')]
    for (const [index, text] of hostile.entries()) {
      const cell = table[index + 1]?.[name]
      const guarded = /^[=+\-@\t\r＝]/.test(text) ? `'${text}` : text
      expect(cell).toBe(guarded.replace('\ud800', '\ufffd'))
      expect(JSON.parse(table[index + 1]?.[other] ?? '')).toEqual({ surprise: { name: text } })
    }
  })

  it('as a workbook whose cells are text alone', async () => {
    const files = unzip(await whole(exported('xlsx')))
    expect([...files.keys()].sort()).toEqual([
      ...['[Content_Types].xml', '_rels/.rels', 'xl/_rels/workbook.xml.rels', 'xl/workbook.xml'],
      'xl/worksheets/sheet1.xml',
    ])
    const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
    expect(sheet.match(/<row /g)).toHaveLength(real.length + 1)
    expect(sheet).not.toMatch(/<f>|<f /)
    const table = parseSheet(sheet, columns.length)
    expect(table[0]).toEqual(columns)
    const cells = table.slice(1, hostile.length + 1).map((row) => row[columns.indexOf('name')])
    expect(cells).toEqual(hostile.map((text) => text.replace('\ud800', '\ufffd').slice(0, 32_767)))
  })

  it('as a consistent snapshot, whatever is changed meanwhile', async () => {
    const parts = exported('ndjson')[Symbol.asyncIterator]()
    const [first] = [await parts.next()]
    await test.database.updateTable('lead').set({ status: 'declined' }).execute()
    const more = Array.from({ length: 30 }, () => randomLead(random))
    await test.add(more)
    await test.indexAll()
    let text = String(first.value)
    for (let part = await parts.next(); !part.done; part = await parts.next()) text += part.value
    const leads = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(leads.map(({ id, status }) => [id, status])).toEqual(
      real.map(({ id, status }) => [id, status]),
    )
  })

  it('no further than somebody reads', async () => {
    let count = 0
    const parts = exported('csv', {}, (more) => (count += more))
    for await (const part of parts) if (part.length > 0) break
    expect(count).toBeLessThan(real.length)
  })
})

it('more leads than a sheet takes go on in the next', async () => {
  const row = { ...(real[20] as unknown as ExportedRow), ownerName: '' }
  async function* batches() {
    for (let batch = 0; batch < 5; batch++) yield [row, row, row]
  }
  const files = unzip(await buffer(Readable.from(xlsx(batches(), 7), { objectMode: false })))
  const rowsOf = (number: number) =>
    files.get(`xl/worksheets/sheet${number}.xml`)?.match(/<row /g)?.length
  expect([1, 2, 3, 4].map(rowsOf)).toEqual([7, 7, 4, undefined])
  expect(files.get('xl/workbook.xml')?.match(/<sheet /g)).toHaveLength(3)
})

it('an error of the database is the reader’s', async () => {
  async function* batches() {
    yield [{ ...(real[20] as unknown as ExportedRow), ownerName: '' }]
    throw new Error('away')
  }
  await expect(buffer(Readable.from(xlsx(batches()), { objectMode: false }))).rejects.toThrow(
    'away',
  )
})

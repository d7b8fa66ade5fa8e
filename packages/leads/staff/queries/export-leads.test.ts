import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExportFilter } from '../../contract/exports.ts'
import { BusyError } from '../../errors.ts'
import { testForms } from '../../testing/test-forms.ts'
import { type ExportedRow, tableOf } from '../export/row.ts'
import type { ExportFormat } from '../export/write-leads.ts'
import { xlsx } from '../export/xlsx.ts'
import { randomFrom, randomLead } from '../testing/random-leads.ts'
import { parseCsv, parseWorkbook, shownText } from '../testing/read-exports.ts'
import { databaseKinds, setUpDatabase, type TestDatabase } from '../testing/test-index.ts'
import { createExports } from './export-leads.ts'

const table = tableOf(testForms, 'words')
const { columns } = tableOf(testForms, 'raw')
const random = randomFrom(3)
const rows = Array.from({ length: 700 }, () => randomLead(random)).sort((one, other) =>
  one.id < other.id ? -1 : 1,
)
/** A staff member without a known name. */
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
    'a;=cmd|1',
    'b; +1',
    'c|@SUM(A1)',
    'd\t-1+1',
    'e\n=1\r+2',
    'f, =1',
    'g "=1',
    "h'=1",
    '1;=cmd',
    'mosque;＝1',
    'a "b", c\r\nd 🕌',
    '\u202eanima',
    ' in front',
    'behind\n',
    ' ',
  ],
  // Texts that spreadsheets would read as numbers, dates, times, or booleans.
  ...['07911123456', '0033612345678', '12345678901234567890', '00123', '1E10', 'TRUE', 'false'],
  ...['1-2', '3/4', 'May 2025', '5 March', '12:30', '5 %', '$1,234', ' 007', '１２３', '٠١٢', '½'],
  ...['#N/A', '+44 7911 123456', '(214) 555-0142', '@amina', 'a1@example.com', '9'.repeat(70)],
  ...['say "1"', '12 Main Street'],
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

// In this order, because the last ones add leads.
describe('an export of leads', { shuffle: false }, () => {
  describe.each(databaseKinds)('in %s', (kind) => {
    // The rows are the same on both databases.
    const isSqlite = kind === 'SQLite'
    let test: TestDatabase
    beforeAll(async () => {
      test = await setUpDatabase(kind)
      await test.add(rows)
    })
    afterAll(() => test.close())

    const lookedUp: string[] = []
    const nameOf = (id: string) => {
      lookedUp.push(id)
      return id === stranger ? undefined : `=${id} =1`
    }
    const start = (format: ExportFormat, filter: ExportFilter = {}) =>
      createExports(test).start(format, filter, nameOf)
    const exported = (format: ExportFormat, filter?: ExportFilter) => start(format, filter).stream
    const whole = async (parts: AsyncIterable<string | Buffer>) =>
      buffer(Readable.from(parts, { objectMode: false }))

    it('is JSON, oldest first, and counts rows', async () => {
      const { stream, rows } = start('ndjson')
      const text = await whole(stream)
      const leads = String(text)
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(leads.map(({ id }) => id)).toEqual(real.map(({ id }) => id))
      expect(rows()).toBe(real.length)
      expect(leads.map(({ payload }) => JSON.stringify(payload))).toEqual(
        real.map(({ payload }) => payload),
      )
      const found = await whole(exported('ndjson', { form: ['contact'], status: ['accepted'] }))
      const wanted = real.filter(({ form, status }) => form === 'contact' && status === 'accepted')
      expect(String(found).split('\n')).toHaveLength(wanted.length + 1)
    })

    it.runIf(isSqlite)("contains owners' names, and looks up each once", async () => {
      lookedUp.length = 0
      const table = parseCsv(String(await whole(exported('raw-csv'))))
      const [owner, name] = [columns.indexOf('owner'), columns.indexOf('owner_name')]
      const owners = new Set(real.flatMap((row) => row.owner ?? []))
      expect(lookedUp.toSorted()).toEqual([...owners].sort())
      expect(owners).toContain(stranger)
      for (const row of table.slice(1)) {
        const id = row[owner] ?? ''
        expect(row[name]).toBe(id === '' || id === stranger ? '' : `=${id} =1`)
      }
    })

    it.runIf(isSqlite)('is CSV whose texts spreadsheets do not change', async () => {
      const cells = parseCsv(String(await whole(exported('csv'))))
      expect(cells[0]).toEqual([`\ufeff${table.headers[0]}`, ...table.headers.slice(1)])
      expect(cells[0]?.filter((header) => /_|^[a-z]/.test(header))).toEqual([])
      expect(cells).toHaveLength(real.length + 1)
      for (const [index, text] of hostile.entries()) {
        expect(shownText(cells[index + 1]?.[0] ?? '')).toBe(text.replace('\ud800', '\ufffd'))
        expect(() => shownText(cells[index + 1]?.at(-1) ?? '')).not.toThrow()
      }
      const received = table.columns.indexOf('created_at')
      expect(cells[1]?.[received]).toBe(real[0]?.created_at.slice(0, 16).replace('T', ' '))
    })

    it.runIf(isSqlite)('is CSV for programs, with all texts as they were sent', async () => {
      const cells = parseCsv(String(await whole(exported('raw-csv'))))
      expect(cells[0]).toEqual(columns)
      const [name, other] = [columns.indexOf('name'), columns.indexOf('other')]
      for (const [index, text] of hostile.entries()) {
        expect(cells[index + 1]?.[name]).toBe(text.replace('\ud800', '\ufffd'))
        expect(JSON.parse(cells[index + 1]?.[other] ?? '')).toEqual({ surprise: { name: text } })
      }
      const phones = cells.slice(1).map((row) => row[columns.indexOf('phone')])
      expect(new Set(phones)).toEqual(new Set(['', '+1 214 555 0142']))
    })

    it.runIf(isSqlite)(
      'shows when a person confirmed, their place, and whom they brought',
      async () => {
        const [one, two] = real.slice(-2)
        if (!one || !two) throw new Error('no leads')
        const { database } = test
        const confirmed_at = '2026-11-26T09:00:00.000Z'
        for (const [index, lead] of [one, two].entries()) {
          const id = `person-${index}`
          await database
            .insertInto('lead_applicant')
            .values({
              ...{ id, address: id, email: id, name: id, secret: id, created_at: confirmed_at },
              ...{ confirmed_seq: index + 1, referrals: index * 3 },
            })
            .execute()
          await database
            .updateTable('lead')
            .set({ applicant_id: id, confirmed_at })
            .where('id', '=', lead.id)
            .execute()
        }
        const ids = [one.id, two.id]
        const of = (format: ExportFormat) => whole(exported(format, { ids }))
        const wanted = [
          { confirmed_at, place: 2, referrals: 0 },
          { confirmed_at, place: 1, referrals: 3 },
        ]
        const lines = String(await of('ndjson'))
          .trimEnd()
          .split('\n')
        expect(lines.map((line) => JSON.parse(line))).toMatchObject(wanted)
        const [, ...rows] = parseCsv(String(await of('csv')))
        const shown = ['confirmed_at', 'place', 'referrals'].map((key) =>
          table.columns.indexOf(key),
        )
        expect(rows.map((row) => shown.map((index) => row[index]))).toEqual([
          ['2026-11-26 09:00', '2', '0'],
          ['2026-11-26 09:00', '1', '3'],
        ])
      },
    )

    it.runIf(isSqlite)(
      'shows the language as a name to people, and as a code to programs',
      async () => {
        // Neither has to be a language of the site, or even a tag.
        const codes = ['ar', 'ur', 'pt-br', 'not a language']
        const ids = real.slice(100, 100 + codes.length).map(({ id }) => id)
        for (const [index, language] of codes.entries()) {
          await test.database
            .updateTable('lead')
            .set({ language })
            .where('id', '=', ids[index] ?? '')
            .execute()
        }
        const of = async (format: ExportFormat, of: readonly string[]) => {
          const [, ...rows] = parseCsv(String(await whole(exported(format, { ids }))))
          return rows.map((row) => row[of.indexOf('language')])
        }
        expect(await of('raw-csv', columns)).toEqual(codes)
        expect(await of('csv', table.columns)).toEqual([
          ...['Arabic', 'Urdu', 'Brazilian Portuguese', 'not a language'],
        ])
        expect(String(await whole(exported('ndjson', { language: ['ur'] })))).toContain(
          '"language":"ur"',
        )
      },
    )

    it.runIf(isSqlite)('is a workbook of texts and dates', async () => {
      const sheetRows = parseWorkbook(await whole(exported('xlsx')), table.columns.length)
      expect(sheetRows).toHaveLength(real.length + 1)
      expect(sheetRows[0]).toEqual(table.headers)
      const cells = sheetRows.slice(1, hostile.length + 1).map((row) => row[0])
      expect(cells).toEqual(hostile.map((text) => text.replace('\ud800', '').slice(0, 32_767)))
      const received = table.columns.indexOf('created_at')
      expect(sheetRows.slice(1).map((row) => row[received])).toEqual(
        real.map(({ created_at }) => created_at),
      )
    })

    it.runIf(isSqlite)(
      'contains names in the first column, the first touch, and notes',
      async () => {
        const [lead] = real.filter(({ form }) => form === 'onboarding')
        if (!lead) throw new Error('no onboarding lead')
        const first_touch = JSON.stringify({ source: 'a', medium: 'cpc', landing: '/waitlist' })
        const note = { lead_id: lead.id, author: 'p1', author_name: 'Ada' }
        const created_at = '2026-11-26T09:00:00.000Z'
        const { database } = test
        await database.updateTable('lead').set({ first_touch }).where('id', '=', lead.id).execute()
        const notes = ['First', 'Second\nline'].map((text) => ({
          ...note,
          id: text,
          text,
          created_at,
        }))
        await database.insertInto('lead_note').values(notes).execute()
        const ids = [lead.id, lead.id, 'none']
        const [header = [], ...table] = parseCsv(String(await whole(exported('raw-csv', { ids }))))
        expect(table).toHaveLength(1)
        const cell = (column: string) => table[0]?.[columns.indexOf(column)]
        expect(header.slice(0, 2)).toEqual(['name', 'id'])
        expect(header).not.toContain('full_name')
        expect([cell('name'), cell('id')]).toEqual([JSON.parse(lead.payload).full_name, lead.id])
        expect([cell('first_touch_medium'), cell('first_touch_landing')]).toEqual([
          'cpc',
          '/waitlist',
        ])
        expect(cell('notes')).toBe('2026-11-26 Ada: First\n2026-11-26 Ada: Second\nline')
      },
    )

    it.runIf(isSqlite)('contains any number of chosen leads, oldest first', async () => {
      const ids = rows.slice(0, 600).map(({ id }) => id)
      const text = await whole(exported('ndjson', { ids: ids.toReversed() }))
      const lines = String(text).trimEnd().split('\n')
      expect(lines.map((line) => JSON.parse(line).id)).toEqual(ids)
    })

    it('is a consistent snapshot despite concurrent changes', async () => {
      const parts = exported('ndjson')[Symbol.asyncIterator]()
      const [first] = [await parts.next()]
      await test.database.updateTable('lead').set({ status: 'declined' }).execute()
      const more = Array.from({ length: 30 }, () => randomLead(random))
      await test.add(more)
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

    it('reads no more leads than the reader requests', async () => {
      const { stream, rows } = start('csv')
      for await (const part of stream) if (part.length > 0) break
      expect(rows()).toBeLessThan(real.length)
    })

    it('is rejected while two others run, and stops when the site closes', async () => {
      const exports = createExports(test)
      const streams = [1, 2].map(() => exports.start('csv', {}, nameOf).stream)
      expect(() => exports.start('csv', {}, nameOf)).toThrow(BusyError)
      for (const stream of streams) await once(stream, 'readable')
      await exports.close()
      expect(streams.every(({ destroyed }) => destroyed)).toBe(true)
    })
  })
})

it('a workbook has a maximum number of leads, and passes an error of the database on', async () => {
  const row = { ...(real[20] as unknown as ExportedRow), ownerName: '', notes: [] }
  async function* many() {
    for (let batch = 0; batch < 26; batch++) yield Array.from({ length: 100 }, () => row)
  }
  async function* failing() {
    yield [row]
    throw new Error('away')
  }
  await expect(xlsx(many(), table).next()).rejects.toThrow('at most 2,500 leads')
  await expect(xlsx(failing(), table).next()).rejects.toThrow('away')
})

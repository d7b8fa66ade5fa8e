import writeWorkbook, { type Row } from 'write-excel-file/node'
import { TooManyLeadsError } from '../../errors.ts'
import type { ExportedRow, Table } from './row.ts'

/** Maximum number of leads in a workbook. It is built in memory, while other requests wait for up to half a second. */
export const maxWorkbookLeads = 2_500
/** Maximum length of a cell. Longer texts are complete in CSV and NDJSON only. */
const maxCellLength = 32_767

/** Returns the error for an export with too many leads. */
export const tooManyForWorkbook = () =>
  new TooManyLeadsError(
    `An Excel workbook has at most ${maxWorkbookLeads.toLocaleString('en-US')} leads. Export CSV, which Excel opens too, or narrow the filter`,
  )

/**
 * Yields leads as an Excel workbook. Texts are in text cells, so that none is read as a formula or number. Times are
 * dates in UTC.
 *
 * @throws TooManyLeadsError if there are more leads than fit in memory
 */
export async function* xlsx(
  batches: AsyncIterable<readonly ExportedRow[]>,
  { headers, columns, kinds, cellsOf }: Table,
): AsyncGenerator<Buffer> {
  const rows: Row[] = [headers.map((value) => ({ value, fontWeight: 'bold' }))]
  for await (const batch of batches) {
    if (rows.length + batch.length > maxWorkbookLeads + 1) throw tooManyForWorkbook()
    for (const row of batch) {
      rows.push(
        cellsOf(row).map((cell, index) => {
          if (cell === '') return null
          return kinds[index] === 'date'
            ? { value: new Date(cell), type: Date, format: 'yyyy-mm-dd hh:mm' }
            : { value: cellText(cell), type: String, format: '@' }
        }),
      )
    }
  }
  const widths = columns.map((column, index) => {
    return { width: kinds[index] === 'date' ? 17 : ['name', 'email'].includes(column) ? 28 : 16 }
  })
  const options = { sheet: 'Leads', columns: widths, stickyRowsCount: 1 }
  yield await writeWorkbook(rows, options).toBuffer()
}

// Matches characters that XML cannot contain. They are written as `_x0007_`, as Excel does, and so is such a text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them
const special = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g

const cellText = (cell: string): string =>
  cell
    .slice(0, maxCellLength)
    .replace(
      special,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )

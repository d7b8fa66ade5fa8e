import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ExportedRow, Table } from './row.ts'

/** Maximum number of rows in a sheet, including the header. */
const maxRows = 1_048_576
/** Maximum length of a cell. Longer texts are complete in CSV and NDJSON only. */
const maxCellLength = 32_767

/**
 * Yields leads as an Office Open XML workbook (ECMA-376), one sheet after another. Strings are in text cells, so that
 * none is read as a formula or number. Times are dates in UTC.
 *
 * @param maxSheetRows maximum number of rows in a sheet; tests set it
 */
export async function* xlsx(
  batches: AsyncIterable<readonly ExportedRow[]>,
  table: Table,
  maxSheetRows = maxRows,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  // Without a listener, an error while a sheet is read would end the process. With it, the output fails instead.
  zip.on('error', (error) => (zip.outputStream as Readable).destroy(error as Error))
  const rows = batches[Symbol.asyncIterator]()
  const left: ExportedRow[] = []
  const letters = lettersOf(table.columns.length)
  let sheets = 0

  const add = (path: string, text: string) =>
    zip.addBuffer(Buffer.from(`${declaration}${text}`), path)

  function addSheet(): void {
    sheets += 1
    const sheet = Readable.from(sheetOf(rows, left, { ...table, letters, maxSheetRows }))
    sheet.on('error', (error) => zip.emit('error', error))
    sheet.on('end', () => (left.length > 0 ? addSheet() : finish()))
    zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`, { compressionLevel: 1 })
  }

  function finish(): void {
    const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
    const types = numbers.map(contentType).join('')
    add(
      '[Content_Types].xml',
      `<Types xmlns="${package_}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/>${types}</Types>`,
    )
    add('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]))
    const named = numbers.map(
      (number) => `<sheet name="Leads ${number}" sheetId="${number}" r:id="r${number}"/>`,
    )
    add(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}/relationships"><sheets>${named.join('')}</sheets></workbook>`,
    )
    const parts = numbers.map((number) => ['worksheet', `worksheets/sheet${number}.xml`] as const)
    add('xl/_rels/workbook.xml.rels', relationships([...parts, ['styles', 'styles.xml']]))
    add('xl/styles.xml', styles)
    zip.end()
  }

  addSheet()
  try {
    yield* zip.outputStream as AsyncIterable<Buffer>
  } finally {
    await rows.return?.()
  }
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006'
const package_ = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Cell styles: 0 for text, 1 for dates, 2 for the header. */
const styles = `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`

const contentType = (number: number) =>
  `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${spreadsheet}.worksheet+xml"/>`

function relationships(parts: readonly (readonly [type: string, target: string])[]): string {
  const each = parts.map(
    ([type, target], index) =>
      `<Relationship Id="r${index + 1}" Type="${office}/relationships/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${package_}/relationships">${each.join('')}</Relationships>`
}

interface Sheet extends Table {
  /** Letters of the columns. */
  letters: readonly string[]
  maxSheetRows: number
}

/** Yields a sheet with as many rows as it can contain. Remaining rows are added to `left`, for the next sheet. */
async function* sheetOf(
  batches: AsyncIterator<readonly ExportedRow[]>,
  left: ExportedRow[],
  sheet: Sheet,
): AsyncGenerator<string> {
  const view =
    '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews>${view}</sheetViews><cols>${widthsOf(sheet)}</cols><sheetData>${headerRow(sheet)}`
  let number = 1
  for (;;) {
    const rows = left.length > 0 ? left.splice(0) : (await batches.next()).value
    if (!rows) break
    let text = ''
    for (const [index, row] of (rows as readonly ExportedRow[]).entries()) {
      if (number === sheet.maxSheetRows) {
        left.push(...rows.slice(index))
        break
      }
      number += 1
      text += rowOf(number, sheet.cellsOf(row), sheet)
    }
    if (text) yield text
    if (left.length > 0) break
  }
  yield `</sheetData><autoFilter ref="A1:${sheet.letters.at(-1)}${number}"/></worksheet>`
}

function rowOf(number: number, cells: readonly string[], { kinds, letters }: Sheet): string {
  let text = `<row r="${number}">`
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index] as string
    if (cell === '') continue
    if (kinds[index] === 'date') {
      text += `<c r="${letters[index]}${number}" s="1"><v>${serialDate(cell)}</v></c>`
      continue
    }
    const space = isTrimmed(cell) ? '' : ' xml:space="preserve"'
    text += `<c r="${letters[index]}${number}" t="inlineStr"><is><t${space}>${escapeText(cell)}</t></is></c>`
  }
  return `${text}</row>`
}

/** Returns a time as Excel's serial date: days since December 30, 1899, in UTC. */
const serialDate = (iso: string) => Date.parse(iso) / 86_400_000 + 25_569

/** Returns whether a cell has no spaces or line breaks at its ends. Otherwise it needs `xml:space="preserve"`. */
const isTrimmed = (cell: string) => cell.charCodeAt(0) > 32 && cell.charCodeAt(cell.length - 1) > 32

/** Returns the letters of columns: A, B, … Z, AA, AB, … */
const lettersOf = (columns: number) =>
  Array.from({ length: columns }, (_, index) => {
    const last = String.fromCharCode(65 + (index % 26))
    return index < 26 ? last : String.fromCharCode(64 + Math.floor(index / 26)) + last
  })

const headerRow = ({ headers, letters }: Sheet) =>
  `<row r="1">${headers.map((header, index) => `<c r="${letters[index]}1" s="2" t="inlineStr"><is><t>${escapeText(header)}</t></is></c>`).join('')}</row>`

/** Returns column widths in which names, addresses, and dates are readable. */
const widthsOf = ({ columns, kinds }: Table) =>
  columns
    .map((column, index) => {
      const width = kinds[index] === 'date' ? 17 : ['name', 'email'].includes(column) ? 28 : 16
      return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
    })
    .join('')

// Matches characters that XML has an entity for, or cannot contain. The latter are written as `_x0007_`, as Excel
// does.
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them
const special = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/
const allSpecial = new RegExp(special, 'g')
const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escapeText(cell: string): string {
  const text = cell.length > maxCellLength ? cell.slice(0, maxCellLength) : cell
  if (!special.test(text)) return text
  return text.replace(
    allSpecial,
    (character) =>
      names[character] ??
      `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  )
}

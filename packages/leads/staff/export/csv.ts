import type { ExportedRow, Table } from './row.ts'

/** Matches texts that spreadsheets interpret as a formula or an error, also in full-width characters. */
const formula = /^[=+\-@\t\r#＝＋－＠＃]/
/** Matches a formula after any separator of columns, a quote, or a line break, which a spreadsheet may split at. */
const innerFormula = /[,;\t|\r\n"'][ \u00a0]*[=+\-@＝＋－＠]/
const anyFormula = /((?:^|[,;\t|\r\n"'])[ \u00a0]*)(?=[=+\-@＝＋－＠])/g
/** Matches texts that are booleans in spreadsheets, ignoring case. */
const constant = /^\s*(true|false)\s*$/i
/** Maximum length of a number, date, time, or amount of money, in characters. */
const maxValueLength = 40
/** Maximum length of a string in an Excel formula, in characters. */
const maxFormulaText = 255

/**
 * Yields leads as CSV (RFC 4180) for spreadsheets, in UTF-8 with a byte order mark. Without the mark, Excel reads names
 * as Latin-1. Texts that a spreadsheet would read as a number, date, boolean, or formula are written as the formula
 * `="…"`. Excel, LibreOffice, Google Sheets, and SheetJS show it as the original text.
 */
export async function* csv(
  batches: AsyncIterable<readonly ExportedRow[]>,
  table: Table,
): AsyncGenerator<string> {
  yield '\ufeff'
  yield* linesOf(batches, table, (cell, kind) =>
    kind === 'text' ? protectText(cell) : kind === 'date' ? localDate(cell) : cell,
  )
}

/** Yields leads as CSV for programs: every cell is as it was sent. */
export const rawCsv = (
  batches: AsyncIterable<readonly ExportedRow[]>,
  table: Table,
): AsyncGenerator<string> => linesOf(batches, table, (cell) => cell)

async function* linesOf(
  batches: AsyncIterable<readonly ExportedRow[]>,
  { headers, kinds, cellsOf }: Table,
  written: (cell: string, kind: Table['kinds'][number]) => string,
): AsyncGenerator<string> {
  yield `${headers.map(quote).join(',')}\r\n`
  for await (const rows of batches) {
    let text = ''
    for (const row of rows) {
      const cells = cellsOf(row)
      for (let index = 0; index < cells.length; index++) {
        const cell = cells[index] as string
        if (index > 0) text += ','
        if (cell !== '') text += quote(written(cell, kinds[index] ?? 'text'))
      }
      text += '\r\n'
    }
    yield text
  }
}

/** Returns a time in ISO 8601 as spreadsheets of most countries read it. */
const localDate = (iso: string) => iso.slice(0, 16).replace('T', ' ')

/** Returns a cell in a form that spreadsheets do not change, whichever character separates their columns. */
function protectText(cell: string): string {
  const isFormula = formula.test(cell)
  if (!isFormula && !isValue(cell) && !innerFormula.test(cell)) return cell
  // A formula cannot contain line breaks or very long strings, and another separator would cut it in two. An
  // apostrophe also prevents spreadsheets from evaluating it.
  if (cell.length > maxFormulaText || /[\r\n]/.test(cell) || innerFormula.test(cell)) {
    return cell.replace(anyFormula, "$1'")
  }
  return `="${cell.replaceAll('"', '""')}"`
}

/**
 * Returns whether a spreadsheet may read a cell as a number, date, or boolean. An email address is never read as one.
 */
function isValue(cell: string): boolean {
  if (cell.length > maxValueLength) return /^[\s\p{P}\p{S}]*\p{N}[^\p{L}]*$/u.test(cell)
  return (/\p{N}/u.test(cell) && !cell.includes('@')) || constant.test(cell)
}

const quote = (cell: string) => `"${cell.includes('"') ? cell.replaceAll('"', '""') : cell}"`

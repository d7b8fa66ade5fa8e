import type { ExportedRow, Table } from './row.ts'

/** Matches texts that spreadsheets interpret as a formula or an error, also in full-width characters. */
const formula = /^[=+\-@\t\r#＝＋－＠＃]/
/** Matches texts that are booleans in spreadsheets, ignoring case. */
const constant = /^\s*(true|false)\s*$/i
/** Maximum length of a number, date, time, or amount of money, in characters. */
const maxValueLength = 40
/** Maximum length of a string in an Excel formula, in characters. */
const maxFormulaText = 255

/**
 * Yields leads as CSV (RFC 4180), in UTF-8 with a byte order mark. Without the mark, Excel reads names as Latin-1.
 * Texts that a spreadsheet would read as a number, date, boolean, or formula are written as the formula `="…"`.
 * Excel, LibreOffice, Google Sheets, and SheetJS show it as the original text.
 */
export async function* csv(
  batches: AsyncIterable<readonly ExportedRow[]>,
  { columns, kinds, cellsOf }: Table,
): AsyncGenerator<string> {
  yield `\ufeff${columns.map(quote).join(',')}\r\n`
  for await (const rows of batches) {
    let text = ''
    for (const row of rows) text += line(cellsOf(row), kinds)
    yield text
  }
}

function line(cells: readonly string[], kinds: Table['kinds']): string {
  let text = ''
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index] as string
    if (index > 0) text += ','
    if (cell !== '') text += quote(kinds[index] === 'text' ? protectText(cell) : cell)
  }
  return `${text}\r\n`
}

/** Returns a cell in a form that spreadsheets do not change. */
function protectText(cell: string): string {
  const isFormula = formula.test(cell)
  if (!isFormula && !isValue(cell)) return cell
  // A formula cannot contain line breaks or very long strings. An apostrophe also prevents spreadsheets from
  // evaluating it.
  if (cell.length > maxFormulaText || /[\r\n]/.test(cell)) return isFormula ? `'${cell}` : cell
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

import type { ExportedRow, Table } from './row.ts'

/** Texts that spreadsheets take for a formula or an error, also in the wide forms of Asia. */
const formula = /^[=+\-@\t\r#＝＋－＠＃]/
/** Texts that are booleans in spreadsheets, whatever their case. */
const constant = /^\s*(true|false)\s*$/i
/** Numbers, dates, times and amounts of money are not longer than this, in characters. */
const longestValue = 40
/** Excel takes a text of at most this many characters into a formula. */
const longestFormulaText = 255

/**
 * Yields leads as CSV (RFC 4180), in UTF-8 with a byte order mark, without which Excel reads names as
 * Latin-1. Texts that a spreadsheet would read as a number, a date, a boolean, or a formula are written
 * as the formula `="…"`, which Excel, LibreOffice, Google Sheets, and SheetJS show as that very text.
 */
export async function* csv(
  batches: AsyncIterable<readonly ExportedRow[]>,
  { columns, kinds, cellsOf }: Table,
): AsyncGenerator<string> {
  yield `\ufeff${columns.map(quoted).join(',')}\r\n`
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
    if (cell !== '') text += quoted(kinds[index] === 'text' ? guarded(cell) : cell)
  }
  return `${text}\r\n`
}

/** Returns a text in a form that spreadsheets leave as it is. */
function guarded(cell: string): string {
  const isFormula = formula.test(cell)
  if (!isFormula && !isValue(cell)) return cell
  // A formula ends at a line break, or where it is too long; an apostrophe keeps it from being one.
  if (cell.length > longestFormulaText || /[\r\n]/.test(cell)) return isFormula ? `'${cell}` : cell
  return `="${cell.replaceAll('"', '""')}"`
}

/** Whether a spreadsheet may read a text as a number, a date, or a boolean. An email address never is. */
function isValue(cell: string): boolean {
  if (cell.length > longestValue) return /^[\s\p{P}\p{S}]*\p{N}[^\p{L}]*$/u.test(cell)
  return (/\p{N}/u.test(cell) && !cell.includes('@')) || constant.test(cell)
}

const quoted = (cell: string) => `"${cell.includes('"') ? cell.replaceAll('"', '""') : cell}"`

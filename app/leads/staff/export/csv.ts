import { cellsOf, columns, type ExportedRow } from './row.ts'

/** What a spreadsheet takes for a formula begins so, in the wide forms of Asia too. */
const formula = /^[=+\-@\t\r＝＋－＠]/

/**
 * Leads as CSV (RFC 4180), in UTF-8 with a byte order mark, without which Excel reads names as Latin.
 * Every cell is quoted and one that a spreadsheet would calculate gets an apostrophe in front, since
 * visitors write what they like.
 */
export async function* csv(batches: AsyncIterable<readonly ExportedRow[]>): AsyncGenerator<string> {
  yield `\ufeff${line(columns)}`
  for await (const rows of batches) {
    let text = ''
    for (const row of rows) text += line(cellsOf(row))
    yield text
  }
}

function line(cells: readonly string[]): string {
  let text = ''
  for (const cell of cells) {
    if (text !== '') text += ','
    if (cell === '') continue
    const guard = formula.test(cell) ? "'" : ''
    text += `"${guard}${cell.includes('"') ? cell.replaceAll('"', '""') : cell}"`
  }
  return `${text}\r\n`
}

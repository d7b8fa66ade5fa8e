/** The maximum number of rows of a table in a text. */
export const maxRows = 100
/** The maximum number of columns of a table in a text. */
export const maxColumns = 12
/** The maximum length of a cell, in characters. */
const maxCellLength = 1000

/** Checks the rows of a table in a text: it has words, and is not larger than the page has room for. */
export function checkTable(rows: readonly { cells?: readonly unknown[] }[] | undefined) {
  const lists = (rows ?? []).map(({ cells }) => (Array.isArray(cells) ? cells : []))
  if (!lists.flat().some((cell) => String(cell ?? '').trim())) {
    return 'Fill in the table, or remove it.'
  }
  if (lists.length > maxRows) {
    return `Remove rows: a table has at most ${maxRows} (now ${lists.length}).`
  }
  const columns = Math.max(...lists.map((cells) => cells.length))
  if (columns > maxColumns) {
    return `Remove columns: a table has at most ${maxColumns} (now ${columns}).`
  }
  const row = lists.findIndex((cells) => cells.some((cell) => String(cell).length > maxCellLength))
  return row < 0 || `Shorten the cells in row ${row + 1} to ${maxCellLength} characters.`
}

/**
 * Returns the cells of a table in a text, in rows of the same length, without rows that have no words. The API accepts
 * content of any shape.
 */
export function tableRows({ rows }: { rows?: unknown }): string[][] {
  const lists = (Array.isArray(rows) ? rows : []).map((row) => {
    const cells: unknown = row?.cells
    return (Array.isArray(cells) ? cells : []).map((cell) => (typeof cell === 'string' ? cell : ''))
  })
  const width = lists.reduce((widest, { length }) => Math.max(widest, length), 0)
  return lists
    .filter((cells) => cells.some((cell) => cell.trim()))
    .map((cells) => Array.from({ length: width }, (_, index) => cells[index] ?? ''))
}

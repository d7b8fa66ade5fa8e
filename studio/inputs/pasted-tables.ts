import { htmlToPortableText } from '@portabletext/html'
import { maxColumns, maxRows } from 'halvi-schemas/table'

/** Text as the editor stores it. */
interface Pasted {
  blocks: { _type: string }[]
  /** Whether a table was larger than a table may be. */
  isShortened: boolean
}

/**
 * Returns pasted HTML as blocks, with its tables. Returns undefined for HTML without a table, which the editor converts
 * itself. Tables with one column, or with tables inside, only arrange text, so that they become paragraphs.
 */
export function blocksWithTables(html: string): Pasted | undefined {
  let isFound = false
  let isShortened = false
  const blocks = htmlToPortableText(html, {
    rules: [
      {
        deserialize: (node, _next, createBlock) => {
          if (!(node instanceof HTMLTableElement) || node.querySelector('table')) return undefined
          const all = cellsOf(node)
          if ((all[0]?.length ?? 0) < 2) return undefined
          isFound = true
          isShortened ||= node.rows.length > maxRows || all.some((row) => row.length > maxColumns)
          return createBlock({
            _type: 'table',
            caption: node.caption ? textOf(node.caption) : undefined,
            headerRow: !node.querySelector('th') || Boolean(node.rows[0]?.querySelector('th')),
            rows: all.map((cells) => ({
              _type: 'tableRow',
              _key: crypto.randomUUID().slice(0, 12),
              cells: cells.slice(0, maxColumns),
            })),
          })
        },
      },
    ],
  })
  return isFound ? { blocks, isShortened } : undefined
}

/** Returns the texts of a table's cells, in rows of the same length. A merged cell is followed by empty ones. */
function cellsOf(table: HTMLTableElement): string[][] {
  const grid: string[][] = []
  const rows = [...table.rows].slice(0, maxRows)
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const cell of row.cells) {
      while (grid[y]?.[x] !== undefined) x++
      const height = Math.min(cell.rowSpan || rows.length, rows.length - y)
      const width = Math.min(cell.colSpan, maxColumns + 1)
      for (let below = 0; below < height; below++) {
        grid[y + below] ??= []
        const line = grid[y + below] as string[]
        for (let right = 0; right < width; right++) {
          line[x + right] = below || right ? '' : textOf(cell)
        }
      }
    }
  }
  const width = Math.max(0, ...grid.map((row) => row?.length ?? 0))
  return rows.map((_, y) => Array.from({ length: width }, (_, x) => grid[y]?.[x] ?? ''))
}

/** Returns the text of an element in one line, with a space between its paragraphs. */
function textOf(element: Element): string {
  for (const hidden of element.querySelectorAll('style, script')) hidden.remove()
  for (const part of element.querySelectorAll('br, p, div, li')) part.after(' ')
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim()
}

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
          isShortened ||= isTooLarge(all)
          return createBlock({
            _type: 'table',
            caption: node.caption ? textOf(node.caption) : undefined,
            headerRow: !node.querySelector('th') || Boolean(node.rows[0]?.querySelector('th')),
            rows: all.slice(0, maxRows).map((cells) => newRow(cells.slice(0, maxColumns))),
          })
        },
      },
    ],
  })
  return isFound ? { blocks, isShortened } : undefined
}

/** Returns a new row of a table. */
export const newRow = (cells: string[]) => ({
  ...{ _type: 'tableRow', _key: crypto.randomUUID().slice(0, 12), cells },
})

/** The message for a table that was shortened. */
export const tooLarge = `A table has at most ${maxRows} rows and ${maxColumns} columns. The rest was not pasted.`

/** Returns whether a table has more rows or columns than a table may have. */
export const isTooLarge = (rows: readonly string[][]): boolean =>
  rows.length > maxRows || (rows[0]?.length ?? 0) > maxColumns

/**
 * Returns the cells of a pasted table: of the first one in HTML, or of text with tabs, as spreadsheets copy it. Returns
 * undefined for anything else, and for a single cell.
 */
export function pastedCells(clipboard: Pick<DataTransfer, 'getData'>): string[][] | undefined {
  const html = new DOMParser().parseFromString(clipboard.getData('text/html'), 'text/html')
  const table = html.querySelector<HTMLTableElement>('table:not(:has(table))')
  const text = clipboard.getData('text/plain')
  const cells = table ? cellsOf(table) : text.includes('\t') ? cellsOfText(text) : []
  return cells.flat().length > 1 ? cells : undefined
}

/** Returns the cells of text with tabs. Cells with tabs or line breaks are in quotes. */
function cellsOfText(text: string): string[][] {
  const inLine = (cell: string) => cell.replace(/\s+/g, ' ').trim()
  return trimmed(
    text
      .replace(/(^|[\t\n])"((?:[^"]|"")*)"(?=[\t\r\n]|$)/g, (_, before, cell: string) => {
        return before + inLine(cell.replaceAll('""', '"'))
      })
      .split(/\r\n?|\n/, maxRows + 1)
      .map((line) => line.split('\t', maxColumns + 1).map(inLine)),
  )
}

/** Returns rows of the same length, without empty rows and columns at the end. */
function trimmed(rows: string[][]): string[][] {
  const height = rows.findLastIndex((row) => row.some(Boolean)) + 1
  const width = Math.max(0, ...rows.map((row) => row.findLastIndex(Boolean) + 1))
  return rows.slice(0, height).map((row) => Array.from({ length: width }, (_, x) => row[x] ?? ''))
}

/** Returns the texts of a table's cells, in rows of the same length. A merged cell is followed by empty ones. */
function cellsOf(table: HTMLTableElement): string[][] {
  const grid: string[][] = []
  const rows = [...table.rows].slice(0, maxRows + 1)
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
  return trimmed(rows.map((_, y) => grid[y] ?? []))
}

/** Returns the text of an element in one line, with a space between its paragraphs. */
function textOf(element: Element): string {
  for (const hidden of element.querySelectorAll('style, script')) hidden.remove()
  for (const part of element.querySelectorAll('br, p, div, li')) part.after(' ')
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim()
}

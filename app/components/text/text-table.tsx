import type { RichText } from 'halvi-site/content/shapes'
import { useWords } from 'halvi-site/words/context'
import { ScrollTable } from '../scroll-table.tsx'
import { tableRows } from './table-rows.ts'

export type Table = Extract<RichText[number], { _type: 'table' }>

/** Renders a table in a text. */
export function TextTable({ value }: { value: Table }) {
  const words = useWords().site
  const { caption, headerRow } = value
  const rows = tableRows(value)
  const [header = []] = rows
  if (!rows.length) return null
  return (
    <ScrollTable label={caption || words.table} columns={header.length}>
      {caption && <caption>{caption}</caption>}
      {headerRow && (
        <thead>
          <tr>{header.map((cell, x) => cellOf(cell, x, true))}</tr>
        </thead>
      )}
      <tbody>
        {rows.slice(headerRow ? 1 : 0).map((cells, y) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows never change on the page
          <tr key={y}>{cells.map((cell, x) => cellOf(cell, x))}</tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}

/** Returns a cell. An empty one is never a header, because a screen reader would announce a column without a name. */
const cellOf = (text: string, x: number, isHeader = false) =>
  isHeader && text.trim() ? (
    <th key={x} scope="col">
      {text}
    </th>
  ) : (
    <td key={x}>{text}</td>
  )

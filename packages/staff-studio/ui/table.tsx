import type { ReactNode } from 'react'
import { styled } from 'styled-components'

const Table = styled.table`
  border-collapse: collapse;
  width: 100%;
  font-size: 13px;
  line-height: 1.4;
  font-variant-numeric: tabular-nums;
  color: var(--card-fg-color);
  caption {
    text-align: start;
    font-weight: 600;
    padding-bottom: 8px;
  }
  th,
  td {
    padding: 6px 8px 6px 0;
    text-align: start;
    font-weight: 400;
    vertical-align: top;
    border-bottom: 1px solid var(--card-border-color);
  }
  thead th {
    color: var(--card-muted-fg-color);
    white-space: nowrap;
  }
  td:last-child,
  th[scope='row'] {
    overflow-wrap: anywhere;
  }
  td[data-number] {
    padding-inline-start: 8px;
  }
  [data-number] {
    text-align: end;
    white-space: nowrap;
  }
`

interface Column<Row> {
  title?: string
  isNumber?: boolean
  /** The minimum width in pixels, or `100%` for all remaining space. */
  width?: number | '100%'
  cell(row: Row): ReactNode
}

interface DataTableProps<Row> {
  caption?: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string | number
  hasRowHeadings?: boolean
}

/** A table with column titles and one cell per row and column. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, hasRowHeadings = false } = props
  return (
    <Table>
      {caption && <caption>{caption}</caption>}
      {columns.some(({ title }) => title) && (
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" data-number={isNumber}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ isNumber, width, cell }, index) =>
              hasRowHeadings && index === 0 ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never change their order
                <th key={index} scope="row" style={widthOf(width)}>
                  {cell(row)}
                </th>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never change their order
                <td key={index} data-number={isNumber}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const widthOf = (width: number | '100%' | undefined) =>
  typeof width === 'number' ? { minWidth: width } : { width }

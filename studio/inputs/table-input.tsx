import { AddIcon, TrashIcon } from '@sanity/icons'
import { Flex, Stack, useToast } from '@sanity/ui'
import { maxColumns, maxRows } from 'halvi-schemas/table'
import { SmallButton } from 'halvi-staff-studio/ui'
import type { ClipboardEvent } from 'react'
import { type ArrayOfObjectsInputProps, set } from 'sanity'
import { styled } from 'styled-components'
import { isTooLarge, newRow, pastedCells, tooLarge } from './pasted-tables.ts'

interface Row {
  _type?: string
  _key: string
  cells?: string[]
}

/** A table of text areas that grow with their text. Wide tables scroll sideways. */
const Grid = styled.div`
  overflow-x: auto;
  table {
    width: 100%;
  }
  td {
    vertical-align: top;
    min-width: 8em;
  }
  td:last-child {
    width: 0;
    min-width: 0;
  }
  textarea {
    box-sizing: border-box;
    width: 100%;
    padding: 6px;
    font: 13px / 1.4 system-ui, sans-serif;
    color: var(--card-fg-color);
    background: none;
    border: 1px solid var(--card-border-color);
    field-sizing: content;
  }
`

/** Always the same, so that their text areas keep the focus. */
const emptyRows = [newRow(['', '']), newRow(['', ''])]

/** Returns the rows with pasted cells from row `top` and column `left` on, as far as a table may have rows and columns. */
const withCells = (
  rows: (Row & { cells: string[] })[],
  pasted: string[][],
  top: number,
  left: number,
) => {
  const width = Math.max(rows[0]?.cells.length ?? 0, left + (pasted[0]?.length ?? 0))
  const height = Math.max(rows.length, top + pasted.length)
  return Array.from({ length: height }, (_, y) => ({
    ...(rows[y] ?? newRow([])),
    cells: Array.from(
      { length: width },
      (_, x) => pasted[y - top]?.[x - left] ?? rows[y]?.cells[x] ?? '',
    ),
  }))
}

/**
 * An input for the cells of a table, as a grid. A table without rows gets two rows and columns. A table that is pasted
 * into a cell fills the cells from there on.
 */
export function TableInput({ value, onChange, readOnly, id }: ArrayOfObjectsInputProps<Row>) {
  const stored = value?.length ? value : emptyRows
  const width = Math.max(1, ...stored.map(({ cells }) => cells?.length ?? 0))
  const rows = stored.map((row) => ({
    ...row,
    cells: Array.from({ length: width }, (_, x) => row.cells?.[x] ?? ''),
  }))
  const save = (next: Row[]) => onChange(set(next))
  const mapCells = (change: (cells: string[]) => string[]) =>
    save(rows.map((row) => ({ ...row, cells: change(row.cells) })))
  const write = (key: string, x: number, text: string) => {
    // Changes only this row, because a colleague may edit another one.
    const cells = rows.find(({ _key }) => _key === key)?.cells.with(x, text)
    onChange([...(value?.length ? [] : [set(rows)]), set(cells, [{ _key: key }, 'cells'])])
  }
  const disabled = readOnly === true
  const toast = useToast()
  const paste = (event: ClipboardEvent, top: number, left: number) => {
    const pasted = disabled ? undefined : pastedCells(event.clipboardData)
    if (!pasted) return
    event.preventDefault()
    event.stopPropagation()
    const next = withCells(rows, pasted, top, left)
    if (isTooLarge(next.map((row) => row.cells))) toast.push({ status: 'warning', title: tooLarge })
    save(next.slice(0, maxRows).map((row) => ({ ...row, cells: row.cells.slice(0, maxColumns) })))
  }
  const remove = (what: string, onClick: () => void) => (
    <SmallButton
      {...{ icon: TrashIcon, mode: 'bleed', disabled, onClick }}
      aria-label={`Remove ${what}`}
    />
  )
  return (
    <Stack space={3} data-testid="table-input">
      <Grid>
        <table id={id}>
          <tbody>
            {rows.slice(0, maxRows).map(({ _key, cells }, y) => (
              <tr key={_key}>
                {cells.map((cell, x) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other key
                  <td key={x}>
                    <textarea
                      aria-label={`Row ${y + 1}, column ${x + 1}`}
                      dir="auto"
                      rows={1}
                      value={cell}
                      readOnly={disabled}
                      onChange={({ currentTarget }) => write(_key, x, currentTarget.value)}
                      onPaste={(event) => paste(event, y, x)}
                    />
                  </td>
                ))}
                <td>{remove(`row ${y + 1}`, () => save(rows.toSpliced(y, 1)))}</td>
              </tr>
            ))}
            <tr>
              {rows[0]?.cells.map((_, x) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other key
                <td key={x}>
                  {remove(`column ${x + 1}`, () => mapCells((cells) => cells.toSpliced(x, 1)))}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </Grid>
      <Flex gap={2}>
        <SmallButton
          icon={AddIcon}
          text="Add row"
          disabled={disabled || rows.length >= maxRows}
          onClick={() => save([...rows, newRow(Array(width).fill(''))])}
        />
        <SmallButton
          icon={AddIcon}
          text="Add column"
          disabled={disabled || width >= maxColumns}
          onClick={() => mapCells((cells) => [...cells, ''])}
        />
      </Flex>
    </Stack>
  )
}

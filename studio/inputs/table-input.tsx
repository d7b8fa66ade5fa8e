import { AddIcon, TrashIcon } from '@sanity/icons'
import { Flex, Stack } from '@sanity/ui'
import { maxColumns, maxRows } from 'halvi-schemas/table'
import { type ArrayOfObjectsInputProps, set } from 'sanity'
import { styled } from 'styled-components'
import { Note, SmallButton } from '../ui/controls.tsx'

interface Row {
  _type?: string
  _key: string
  cells?: string[]
}

/** A table of text areas that grow with their text. Wide tables scroll sideways. */
const Grid = styled.div`
  overflow-x: auto;
  td {
    vertical-align: top;
    min-width: 8em;
  }
  td:last-child {
    min-width: 0;
  }
  textarea {
    box-sizing: border-box;
    width: 100%;
    padding: 6px;
    font: inherit;
    font-size: 13px;
    color: var(--card-fg-color);
    background: var(--card-bg-color);
    border: 1px solid var(--card-border-color);
    border-radius: 3px;
    resize: none;
    field-sizing: content;
  }
  textarea:focus-visible {
    outline: 2px solid var(--card-focus-ring-color);
  }
`

const newRow = (cells: string[]): Row => ({
  ...{ _type: 'tableRow', _key: crypto.randomUUID().slice(0, 12), cells },
})

/** Always the same, so that their text areas keep the focus. */
const emptyRows = [newRow(['', '']), newRow(['', ''])]

/** An input for the cells of a table, as a grid. A table without rows gets two rows and columns. */
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
    const changed = rows.map((row) =>
      row._key === key ? { ...row, cells: row.cells.with(x, text) } : row,
    )
    const row = changed.find(({ _key }) => _key === key)
    // Changes only this row, because a colleague may edit another one.
    if (value?.length && row) onChange(set(row.cells, [{ _key: key }, 'cells']))
    else save(changed)
  }
  const icon = { icon: TrashIcon, mode: 'bleed', disabled: readOnly === true } as const
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
                      readOnly={readOnly === true}
                      onChange={({ currentTarget }) => write(_key, x, currentTarget.value)}
                    />
                  </td>
                ))}
                <td>
                  <SmallButton
                    {...icon}
                    aria-label={`Remove row ${y + 1}`}
                    onClick={() => save(rows.toSpliced(y, 1))}
                  />
                </td>
              </tr>
            ))}
            <tr>
              {rows[0]?.cells.map((_, x) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other key
                <td key={x}>
                  <SmallButton
                    {...icon}
                    aria-label={`Remove column ${x + 1}`}
                    onClick={() => mapCells((cells) => cells.toSpliced(x, 1))}
                  />
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </Grid>
      {rows.length > maxRows && <Note>This shows only the first {maxRows} rows.</Note>}
      <Flex gap={2}>
        <SmallButton
          icon={AddIcon}
          text="Add row"
          disabled={readOnly === true || rows.length >= maxRows}
          onClick={() => save([...rows, newRow(Array(width).fill(''))])}
        />
        <SmallButton
          icon={AddIcon}
          text="Add column"
          disabled={readOnly === true || width >= maxColumns}
          onClick={() => mapCells((cells) => [...cells, ''])}
        />
      </Flex>
    </Stack>
  )
}

import { useCallback } from 'react'
import { paramsOf, type Selection } from '../selection.ts'
import { useUnsavedState } from '../unsaved-state.ts'
import { noRows, type RowSelection } from './row-selection.ts'

interface ListRows {
  /** The URL parameters of the list that the rows belong to. */
  list: string
  rows: RowSelection
}

const none: ListRows = { list: '', rows: noRows }

/** Returns the selected rows of a list, and a function that changes them. Another list starts without selected rows. */
export function useRowSelection(
  selection: Selection,
): [RowSelection, (rows: RowSelection) => void] {
  const list = new URLSearchParams(paramsOf(selection)).toString()
  const [selected, setSelected] = useUnsavedState('selected rows', none)
  const select = useCallback(
    (rows: RowSelection) => setSelected(rows === noRows ? none : { list, rows }),
    [setSelected, list],
  )
  return [selected.list === list ? selected.rows : noRows, select]
}

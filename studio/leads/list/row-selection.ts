import type { BulkChange, ExportFilter } from 'halvi-leads/contract'
import { useCallback } from 'react'
import { filterOf, paramsOf, type Selection } from '../address.ts'
import { useKept } from '../kept.ts'

/** The selected rows: some leads by their ids, or all that the filter finds. */
export type RowSelection = { all: true } | { all: false; ids: ReadonlySet<string> }

export const noRows: RowSelection = { all: false, ids: new Set() }

/** As many ids as one request may name. */
const maxIds = 10_000

/**
 * Selects or deselects a lead, and with `last`, all leads from that one to it; after all, those `loaded` stay.
 *
 * @param last the id of the lead that was toggled before; ignored if it is not loaded anymore
 */
export function toggled(
  rows: RowSelection,
  id: string,
  loaded: readonly string[],
  last?: string,
): RowSelection {
  const ids = new Set(rows.all ? loaded : rows.ids)
  const isOn = !ids.has(id)
  const [from = -1, to = -1] = [loaded.indexOf(last ?? ''), loaded.indexOf(id)].sort(
    (a, b) => a - b,
  )
  for (const one of from < 0 ? [id] : loaded.slice(from, to + 1))
    isOn ? ids.add(one) : ids.delete(one)
  return { all: false, ids }
}

/** Returns what an export of the list has: the selected leads, or all that it finds. */
export function exportOf(rows: RowSelection, selection: Selection): ExportFilter {
  if (rows.all || rows.ids.size === 0) return filterOf(selection)
  return { ids: [...rows.ids].slice(0, maxIds) }
}

/** Returns the leads that a bulk change is for. */
export function targetOf(
  rows: RowSelection,
  selection: Selection,
): Pick<BulkChange, 'ids' | 'filter'> {
  return rows.all ? { filter: filterOf(selection) } : { ids: [...rows.ids].slice(0, maxIds) }
}

interface KeptRows {
  /** The parameters of the list that they are selected in. */
  list: string
  rows: RowSelection
}

const none: KeptRows = { list: '', rows: noRows }

/** Returns the rows that are selected in the list of a selection, kept for that list alone, and what selects others. */
export function useRowSelection(
  selection: Selection,
): [RowSelection, (rows: RowSelection) => void] {
  const list = new URLSearchParams(paramsOf(selection)).toString()
  const [kept, keep] = useKept('selected rows', none)
  const select = useCallback(
    (rows: RowSelection) => keep(rows === noRows ? none : { list, rows }),
    [keep, list],
  )
  return [kept.list === list ? kept.rows : noRows, select]
}

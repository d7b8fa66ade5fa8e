import type { BulkChange, ExportFilter } from 'halvi-leads/contract'
import { filterOf, type Selection } from '../selection.ts'

/** The selected rows: leads by id, or all leads that match the filter. */
export type RowSelection = { all: true } | { all: false; ids: ReadonlySet<string> }

export const noRows: RowSelection = { all: false, ids: new Set() }

/** The maximum number of ids in one request. */
const maxIds = 10_000

/**
 * Returns the selection after toggling a lead. If all leads were selected, the result starts with the loaded ones.
 *
 * @param loaded the ids of the loaded leads, in the order of the list
 * @param last the id of the lead that was toggled before. All leads between the two are toggled, if both are loaded.
 */
export function toggleRows(
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

/** Returns the filter for an export: the selected leads, or all leads of the list. */
export function exportOf(rows: RowSelection, selection: Selection): ExportFilter {
  if (rows.all || rows.ids.size === 0) return filterOf(selection)
  return { ids: [...rows.ids].slice(0, maxIds) }
}

/** Returns the leads that a bulk change applies to. */
export function targetOf(
  rows: RowSelection,
  selection: Selection,
): Pick<BulkChange, 'ids' | 'filter'> {
  return rows.all ? { filter: filterOf(selection) } : { ids: [...rows.ids].slice(0, maxIds) }
}

import type { BulkChange, ExportFilter } from 'halvi-leads/contract'
import { filterOf, type Selection } from '../../address.ts'

/** What is ticked: some leads by their ids, or all that the filter finds. */
export type Ticked = { all: true } | { all: false; ids: ReadonlySet<string> }

export const nothingTicked: Ticked = { all: false, ids: new Set() }

/** As many ids as one request may name. */
const maxIds = 10_000

/** Ticks a lead, or takes its tick away; after all, those `loaded` stay. */
export function toggled(ticked: Ticked, id: string, loaded: Iterable<string>): Ticked {
  const ids = new Set(ticked.all ? loaded : ticked.ids)
  if (!ids.delete(id)) ids.add(id)
  return { all: false, ids }
}

/**
 * Ticks or unticks all leads from the last one that was toggled to this one, as this one is toggled.
 *
 * @param last the id of the former; not loaded any more, or undefined: this one alone is toggled
 */
export function toggledRange(
  ticked: Ticked,
  last: string | undefined,
  id: string,
  loaded: readonly string[],
): Ticked {
  const [from, to] = [loaded.indexOf(last ?? ''), loaded.indexOf(id)].sort((a, b) => a - b)
  if (from === undefined || to === undefined || from < 0) return toggled(ticked, id, loaded)
  const ids = new Set(ticked.all ? loaded : ticked.ids)
  const isOn = !ids.has(id)
  for (const one of loaded.slice(from, to + 1)) isOn ? ids.add(one) : ids.delete(one)
  return { all: false, ids }
}

/** Returns what an export of the list has: the ticked leads, or all that it finds. */
export function exportOf(ticked: Ticked, selection: Selection): ExportFilter {
  if (ticked.all || ticked.ids.size === 0) return filterOf(selection)
  return { ids: [...ticked.ids].slice(0, maxIds) }
}

/** Whom a bulk change means. */
export function targetOf(ticked: Ticked, selection: Selection): Pick<BulkChange, 'ids' | 'filter'> {
  return ticked.all ? { filter: filterOf(selection) } : { ids: [...ticked.ids].slice(0, maxIds) }
}

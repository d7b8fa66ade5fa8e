import type { BulkChange } from '../../../../app/leads/staff/contract/contract.ts'
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

/** Whom a bulk change means. */
export function targetOf(ticked: Ticked, selection: Selection): Pick<BulkChange, 'ids' | 'filter'> {
  return ticked.all ? { filter: filterOf(selection) } : { ids: [...ticked.ids].slice(0, maxIds) }
}

import type { Counted } from './entries/entry.ts'
import { monthKey } from './spans.ts'

/** What leads are counted by, besides their form and when they came. */
export const facetNames: readonly string[] = [
  ...['form', 'interest', 'service', 'businessType', 'city', 'source', 'campaign', 'status'],
  ...['took', 'contacted', 'accepted'],
]

/** How many leads more, or fewer, a row of `lead_figure` counts. */
export interface FigureChange {
  facet: string
  /** A day, `2025-11-22`, or the month of it, `m2025-11`. */
  day: string
  form: string
  value: string
  leads: number
}

/** What changes in the charts' figures when leads are counted otherwise than before. */
export class FigureChanges {
  readonly #changes = new Map<string, FigureChange>()

  /** @param by JSON of `Counted`; absent where it was not counted, or is not any more */
  replace(before: string | undefined, by: string): void {
    if (before === by) return
    if (before !== undefined) this.#add(JSON.parse(before), -1)
    this.#add(JSON.parse(by), 1)
  }

  /** Those that are not nothing, in an order that is the same for all processes. */
  get all(): FigureChange[] {
    const keys = [...this.#changes.keys()].sort()
    return keys
      .map((key) => this.#changes.get(key) as FigureChange)
      .filter(({ leads }) => leads !== 0)
  }

  #add([day, form, ...facets]: Counted, leads: number): void {
    if (day === undefined || form === undefined) return
    for (let at = 0; at < facets.length; at += 2) {
      const [facet = '', value = ''] = [facets[at], facets[at + 1]]
      // A year is read as twelve months.
      for (const span of [day, monthKey(day)]) {
        const key = JSON.stringify([facet, span, form, value])
        const change = this.#changes.get(key)
        if (change) change.leads += leads
        else this.#changes.set(key, { facet, day: span, form, value, leads })
      }
    }
  }
}

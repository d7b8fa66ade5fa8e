import type { FacetValues } from './entries/entry.ts'
import { monthKey } from './spans.ts'

/** Facets that leads are counted by, in addition to form and time. */
export const facetNames: readonly string[] = [
  ...['form', 'interest', 'service', 'businessType', 'city', 'source', 'campaign', 'status'],
  ...['took', 'contacted', 'accepted'],
]

/** A change of a count in `lead_figure`. */
export interface MetricChange {
  facet: string
  /** A day, `2025-11-22`, or its month, `m2025-11`. */
  day: string
  form: string
  value: string
  leads: number
}

/** Collects changes to the charts' metrics when leads change. */
export class MetricChanges {
  readonly #changes = new Map<string, MetricChange>()

  /**
   * @param before JSON of the previous `FacetValues`; absent for a new lead
   * @param by JSON of the current `FacetValues`
   */
  replace(before: string | undefined, by: string): void {
    if (before === by) return
    if (before !== undefined) this.#add(JSON.parse(before), -1)
    this.#add(JSON.parse(by), 1)
  }

  /** Returns the changes other than zero, in the same order in all processes. */
  get all(): MetricChange[] {
    const keys = [...this.#changes.keys()].sort()
    return keys
      .map((key) => this.#changes.get(key) as MetricChange)
      .filter(({ leads }) => leads !== 0)
  }

  #add([day, form, ...facets]: FacetValues, leads: number): void {
    if (day === undefined || form === undefined) return
    for (let at = 0; at < facets.length; at += 2) {
      const [facet = '', value = ''] = [facets[at], facets[at + 1]]
      // Counted by month as well, so that a year is read as twelve months.
      for (const span of [day, monthKey(day)]) {
        const key = JSON.stringify([facet, span, form, value])
        const change = this.#changes.get(key)
        if (change) change.leads += leads
        else this.#changes.set(key, { facet, day: span, form, value, leads })
      }
    }
  }
}

import type { ExportFilter } from '../contract/contract.ts'
import { formNames } from '../forms/forms.ts'

/**
 * A filter as the audit log keeps it: what can only be one of a few words, or a moment, as it is; of the rest
 * no more than that it was there, since it may name somebody. Empty where all leads are meant.
 */
export function describeFilter(filter: ExportFilter): Record<string, unknown> {
  const { q, form, status, delivery, from, to, spam, ids, ...others } = filter
  const values = {
    form: form?.filter((name) => formNames.includes(name)),
    status,
    delivery,
    from,
    to,
  }
  const filters = Object.entries(others).flatMap(([key, value]) => (value === undefined ? [] : key))
  return {
    ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
    ...(spam && { spam }),
    ...(ids && { chosen: ids.length }),
    ...(q !== undefined && { characters: q.length }),
    ...(filters.length > 0 && { filters: filters.sort() }),
  }
}

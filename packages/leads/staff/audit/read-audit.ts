import { LRUCache } from 'lru-cache'
import type { ExportFilter } from '../../contract/exports.ts'
import type { LeadQuery } from '../../contract/leads.ts'
import type { LeadMetricsQuery } from '../../contract/metrics.ts'
import type { Actor } from '../../contract/permissions.ts'
import type { FormDescription } from '../../form-description.ts'
import type { AuditEvent, AuditLog } from './audit-log.ts'

/** Maximum number of reads in memory. */
const maxRemembered = 2_000

/** Time in which repeated reads count once, in milliseconds. */
const viewMs = 60_000
const searchMs = 600_000

/**
 * Records reads of personal data before the data is returned. Repeated reads count once in a while. Rejects on
 * failure.
 */
export class ReadAudit {
  readonly #audit: Pick<AuditLog, 'append'>
  readonly #forms: readonly FormDescription[]
  readonly #recent = new LRUCache<string, true>({ max: maxRemembered, perf: performance })

  constructor(audit: Pick<AuditLog, 'append'>, forms: readonly FormDescription[]) {
    this.#audit = audit
    this.#forms = forms
  }

  /** Records that a staff member reads all of a lead. */
  viewed(by: Actor, lead: string): Promise<void> {
    return this.#once([lead], viewMs, { by, action: 'lead.viewed', lead })
  }

  /** Records that a staff member reads a list; further pages belong to the same search. */
  searched(by: Actor, query: LeadQuery): Promise<void> {
    const { after: _after, limit: _limit, sort, ...filter } = query
    const detail = { ...describeFilter(filter, this.#forms), sort }
    return this.#once([sort, filter], searchMs, { by, action: 'leads.searched', detail })
  }

  /** Records that a staff member reads metrics, which may be about a single lead. */
  counted(by: Actor, query: LeadMetricsQuery): Promise<void> {
    const { form, ...period } = query
    const filter = form === undefined ? {} : { form: [form] }
    const detail = { ...describeFilter(filter, this.#forms), ...period }
    return this.#once(['counted', query], searchMs, { by, action: 'leads.counted', detail })
  }

  /** Records that a staff member reads an applicant or messages. */
  opened(by: Actor, event: Omit<AuditEvent, 'by'>): Promise<void> {
    return this.#once([event], searchMs, { by, ...event })
  }

  async #once(read: readonly unknown[], ttl: number, event: AuditEvent): Promise<void> {
    const key = JSON.stringify([event.by.id, ...read])
    if (this.#recent.has(key)) return
    await this.#audit.append(event)
    this.#recent.set(key, true, { ttl })
  }
}

/**
 * Returns a filter as it is recorded. Fixed values and times are recorded; for other values, only their presence,
 * because they may contain a person's name. Empty if the filter matches all leads.
 */
export function describeFilter(
  filter: ExportFilter,
  forms: readonly FormDescription[],
): Record<string, unknown> {
  const { q, form, status, delivery, from, to, spam, ids, ...others } = filter
  const known = form?.filter((name) => forms.some((one) => one.name === name))
  const values = Object.entries({ form: known, status, delivery, from, to })
  const filters = Object.entries(others).flatMap(([key, value]) => (value === undefined ? [] : key))
  return {
    ...Object.fromEntries(values.filter(([, value]) => value !== undefined)),
    ...(spam && { spam }),
    ...(ids && { chosen: ids.length }),
    ...(q !== undefined && { characters: q.length }),
    ...(filters.length > 0 && { filters: filters.sort() }),
  }
}

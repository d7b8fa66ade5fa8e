import type { FiguresQuery, LeadQuery } from '../../contract/contract.ts'
import type { Actor } from '../../contract/permissions.ts'
import { describeFilter } from '../describe-filter.ts'
import type { AuditLog } from './audit-log.ts'
import { Recently } from './recently.ts'

/**
 * Records who reads personal data of leads, before it is handed out. The same read of the same person counts
 * once within a while. Each method rejects when the entry can't be written.
 */
export class ReadAudit {
  readonly #audit: Pick<AuditLog, 'append'>
  readonly #viewed = new Recently(60_000)
  readonly #searched = new Recently(600_000)

  constructor(audit: Pick<AuditLog, 'append'>) {
    this.#audit = audit
  }

  /** Records that somebody gets all of one lead. */
  viewed(by: Actor, lead: string): Promise<void> {
    return this.#viewed.once(JSON.stringify([by.id, lead]), () =>
      this.#audit.append({ by, action: 'lead.viewed', lead }),
    )
  }

  /** Records that somebody gets a page of a list; further pages belong to the same search. */
  searched(by: Actor, query: LeadQuery): Promise<void> {
    const { after: _after, limit: _limit, sort, ...filter } = query
    return this.#searched.once(JSON.stringify([by.id, sort, filter]), () =>
      this.#audit.append({
        by,
        action: 'leads.searched',
        detail: { ...describeFilter(filter), sort },
      }),
    )
  }

  /** Records that somebody gets the charts' numbers, which may be of one lead alone. */
  counted(by: Actor, query: FiguresQuery): Promise<void> {
    const { form, ...period } = query
    return this.#searched.once(JSON.stringify([by.id, 'counted', query]), () =>
      this.#audit.append({
        by,
        action: 'leads.counted',
        detail: { ...describeFilter(form === undefined ? {} : { form: [form] }), ...period },
      }),
    )
  }
}

import type { AccountEvent } from 'embedded-content-lake'
import type { AuditLog } from 'halvi-leads/audit/audit-log'
import type { Logger } from 'pino'
import { accountAuditLimits } from '../limits.ts'

/** Writes down in the audit log what is done with the accounts of people. */
export class AccountAudit {
  readonly #log: Logger
  #audit: Pick<AuditLog, 'append'> | undefined
  #last: Promise<void> = Promise.resolve()
  #waiting = 0
  #refused = { since: Number.NEGATIVE_INFINITY, told: 0, leftOut: 0 }

  constructor(log: Logger) {
    this.#log = log
  }

  /** Where it is written from now on. What is told before that is logged alone. */
  into(audit: Pick<AuditLog, 'append'>): void {
    this.#audit = audit
  }

  /** Takes note of an event; never throws. */
  readonly tell = (event: AccountEvent): void => {
    const leftOut = event.action === 'person.refused' ? this.#countRefused() : 0
    if (leftOut === undefined) return
    if (this.#waiting >= accountAuditLimits.waiting || !this.#audit) {
      this.#log.error({ action: event.action }, 'not in the audit log')
      return
    }
    const { by = nobody, action, subject, detail } = event
    const told = {
      ...detail,
      ...(subject !== undefined && { subject }),
      ...(leftOut > 0 && { before: leftOut }),
    }
    const audit = this.#audit
    this.#waiting++
    this.#last = this.#last
      .then(() => audit.append({ by, action, detail: told }))
      .catch((err) => this.#log.error({ err, action }, 'not in the audit log'))
      .finally(() => {
        this.#waiting--
      })
  }

  /** Resolves when everything is written that was told. */
  async close(): Promise<void> {
    await this.#last
  }

  /** Undefined for a guess that is only counted; else how many were since the last that was told. */
  #countRefused(): number | undefined {
    const now = performance.now()
    if (now - this.#refused.since > 60_000)
      this.#refused = { ...this.#refused, since: now, told: 0 }
    if (this.#refused.told >= accountAuditLimits.refusedPerMinute) {
      this.#refused.leftOut++
      return undefined
    }
    this.#refused.told++
    const { leftOut } = this.#refused
    this.#refused.leftOut = 0
    return leftOut
  }
}

/** Who has not signed in. */
const nobody = { id: '', name: 'Nobody' }

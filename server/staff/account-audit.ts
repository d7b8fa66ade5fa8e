import type { AccountEvent } from 'embedded-content-lake'
import type { AuditLog } from 'halvi-leads/audit/audit-log'
import type { Logger } from 'pino'
import { accountAuditLimits } from '../limits.ts'

/** Records events of staff accounts in the audit log. */
export class AccountAudit {
  readonly #log: Logger
  #audit: Pick<AuditLog, 'append'> | undefined
  #last: Promise<void> = Promise.resolve()
  #waiting = 0
  #refused = { since: Number.NEGATIVE_INFINITY, logged: 0, leftOut: 0 }

  constructor(log: Logger) {
    this.#log = log
  }

  /** Sets the audit log to write to. Earlier events are only written to the process's log. */
  writeTo(audit: Pick<AuditLog, 'append'>): void {
    this.#audit = audit
  }

  /** Records an event. Never throws. */
  readonly record = (event: AccountEvent): void => {
    const leftOut = event.action === 'person.refused' ? this.#countRefused() : 0
    if (leftOut === undefined) return
    if (this.#waiting >= accountAuditLimits.waiting || !this.#audit) {
      this.#log.error({ action: event.action }, 'audit event dropped')
      return
    }
    const { by = nobody, action, subject, detail } = event
    const entry = {
      ...detail,
      ...(subject !== undefined && { subject }),
      ...(leftOut > 0 && { before: leftOut }),
    }
    const audit = this.#audit
    this.#waiting++
    this.#last = this.#last
      .then(() => audit.append({ by, action, detail: entry }))
      .catch((err) => this.#log.error({ err, action }, 'writing to the audit log failed'))
      .finally(() => {
        this.#waiting--
      })
  }

  /** Resolves when all recorded events have been written. */
  async close(): Promise<void> {
    await this.#last
  }

  /**
   * Counts a rejected login. Returns undefined if it is not logged individually. Otherwise returns the number of
   * logins that were not logged since the last one that was.
   */
  #countRefused(): number | undefined {
    const now = performance.now()
    if (now - this.#refused.since > 60_000)
      this.#refused = { ...this.#refused, since: now, logged: 0 }
    if (this.#refused.logged >= accountAuditLimits.rejectedPerMinute) {
      this.#refused.leftOut++
      return undefined
    }
    this.#refused.logged++
    const { leftOut } = this.#refused
    this.#refused.leftOut = 0
    return leftOut
  }
}

/** The actor of events without a signed-in user. */
const nobody = { id: '', name: 'Nobody' }

import type { AuditLog } from 'halvi-leads/admin'
import type { AccountEvent } from 'local-content-lake'
import type { Logger } from 'pino'
import { accountAuditLimits } from '../limits.ts'

/** Records events of staff accounts in the audit log. */
export class AccountAudit {
  #audit: Pick<AuditLog, 'append'> | undefined
  #last: Promise<void> = Promise.resolve()
  #waiting = 0
  #rejectedLogins = { since: Number.NEGATIVE_INFINITY, logged: 0, omitted: 0 }

  constructor(private readonly log: Logger) {}

  /** Sets the audit log to write to. Earlier events are only written to the process's log. */
  writeTo(audit: Pick<AuditLog, 'append'>): void {
    this.#audit = audit
  }

  /** Records an event. Never throws. */
  readonly record = (event: AccountEvent): void => {
    const omitted = event.action === 'person.refused' ? this.#countRejectedLogin() : 0
    if (omitted === undefined) return
    if (this.#waiting >= accountAuditLimits.waiting || !this.#audit) {
      this.log.error({ action: event.action }, 'audit event dropped')
      return
    }
    const { by = nobody, action, subject, detail } = event
    const entry = {
      ...detail,
      ...(subject !== undefined && { subject }),
      ...(omitted > 0 && { before: omitted }),
    }
    const audit = this.#audit
    this.#waiting++
    this.#last = this.#last
      .then(() => audit.append({ by, action, detail: entry }))
      .catch((err) => this.log.error({ err, action }, 'writing to the audit log failed'))
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
  #countRejectedLogin(): number | undefined {
    const now = performance.now()
    if (now - this.#rejectedLogins.since > 60_000)
      this.#rejectedLogins = { ...this.#rejectedLogins, since: now, logged: 0 }
    if (this.#rejectedLogins.logged >= accountAuditLimits.rejectedPerMinute) {
      this.#rejectedLogins.omitted++
      return undefined
    }
    this.#rejectedLogins.logged++
    const { omitted } = this.#rejectedLogins
    this.#rejectedLogins.omitted = 0
    return omitted
  }
}

/** The actor of events without a signed-in user. */
const nobody = { id: '', name: 'Nobody' }

import type { LeadsOffice } from 'halvi-leads/office'
import type { AccountEvent, InvitationMail, Lake } from 'local-content-lake'
import type { Logger } from 'pino'

/** Messages to staff about their accounts. The lake opens before the leads: until then, none are written. */
export class StaffMessages {
  readonly #log: Logger
  #leads: Pick<LeadsOffice, 'writeToStaff'> | undefined
  #profiles: Lake['profiles'] = () => []

  constructor(log: Logger) {
    this.#log = log
  }

  /** Writes messages from now on. */
  writeTo(leads: Pick<LeadsOffice, 'writeToStaff'>, profiles: Lake['profiles']): void {
    this.#leads = leads
    this.#profiles = profiles
  }

  /** Writes to a person whose password someone else has reset. */
  async resetPassword({ action, subject, by }: AccountEvent): Promise<void> {
    if (action !== 'person.reset') return
    const email = this.#profiles().find(({ id }) => id === subject)?.email
    if (email) await this.#write('password-reset', email, { by: by?.name ?? '', path: '/studio' })
  }

  /** Writes an invitation. Resolves to whether it is sent. */
  invite({ email, token, by }: InvitationMail): Promise<boolean> {
    return this.#write('invitation', email, {
      by: by.name,
      path: `/studio#invitation=${token}`,
    })
  }

  async #write(kind: 'password-reset' | 'invitation', email: string, data: object) {
    try {
      return (await this.#leads?.writeToStaff(kind, { email }, { ...data })) ?? false
    } catch (err) {
      this.#log.error({ err }, 'message to staff not written')
      return false
    }
  }
}

import type { FormDescription } from '../form-description.ts'
import type { Mailer, MailOptions } from '../mail/mailer.ts'
import type { StoreContext } from '../store/store-context.ts'
import type { ReadAudit } from './audit/read-audit.ts'
import type { NameOf } from './summary.ts'

/** The dependencies of all staff operations on leads. */
export interface StaffContext extends StoreContext {
  /** The forms of the site. */
  forms: readonly FormDescription[]
  nameOf: NameOf
  /** Records reads of leads. */
  reads: ReadAudit
  /** How messages are queued and rendered; undefined if the process has no mail. */
  mail: StaffMail | undefined
  /** Whether leads are delivered to an endpoint. */
  delivers: boolean
  /** Called after people may have left the public leaderboard. */
  onListed: () => void
}

/** Mail as staff use it. */
type StaffMail = Pick<Mailer, 'answering' | 'state' | 'wake'> &
  Pick<MailOptions, 'render' | 'siteUrl' | 'homeUrl'>

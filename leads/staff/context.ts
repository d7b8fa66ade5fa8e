import type { Clock } from '../clock.ts'
import type { FormDescription } from '../form-description.ts'
import type { Mailer, MailOptions } from '../mail/mailer.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import type { InTransaction } from '../store/database/transaction.ts'
import type { ReadAudit } from './audit/read-audit.ts'
import type { IsStaffMember, NameOf } from './summary.ts'

/** The dependencies of all staff operations on leads. */
export interface StaffContext {
  database: LeadDatabase
  inTransaction: InTransaction
  clock: Clock
  /** The forms of the site. */
  forms: readonly FormDescription[]
  nameOf: NameOf
  isStaffMember: IsStaffMember
  /** Records reads of leads. */
  reads: ReadAudit
  /** How messages are queued and rendered; undefined if the process has no mail. */
  mail: StaffMail | undefined
}

/** Mail as staff use it. */
type StaffMail = Pick<Mailer, 'answering' | 'state' | 'wake'> &
  Pick<MailOptions, 'render' | 'siteUrl'>

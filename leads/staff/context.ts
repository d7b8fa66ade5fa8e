import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { FormDescription } from '../form-description.ts'
import type { LeadTables } from '../store/database/tables.ts'
import type { InTransaction } from '../store/database/transaction.ts'
import type { ReadAudit } from './audit/read-audit.ts'
import type { IsStaffMember, NameOf } from './summary.ts'

/** The dependencies of all staff operations on leads. */
export interface StaffContext {
  database: Kysely<LeadTables>
  inTransaction: InTransaction
  clock: Clock
  /** The forms of the site. */
  forms: readonly FormDescription[]
  nameOf: NameOf
  isStaffMember: IsStaffMember
  /** Records reads of leads. */
  reads: ReadAudit
}

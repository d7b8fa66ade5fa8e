import { readLink } from '../applicants/links.ts'
import type { AnswerContext } from '../mail/answer.ts'
import type { StaffContext } from '../staff/context.ts'
import type { StaffLeads } from '../staff/staff-leads.ts'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { StoreContext } from '../store/store-context.ts'

/** The dependencies of all operations of applicants. */
export interface ApplicantContext
  extends StoreContext,
    Pick<StaffContext, 'forms' | 'onListed'>,
    Pick<StaffLeads, 'erase'> {
  /** How applications are answered; undefined while no mail is answered. */
  answering: AnswerContext | undefined
  /** Called after messages may have been added. */
  onMessage: () => void
}

/** Returns the person whose own page a token opens, or undefined for a link that does not work. */
export async function ownerOf(
  { database, clock }: ApplicantContext,
  token: string,
): Promise<ApplicantRow | undefined> {
  const link = await readLink(database, token, 'page', clock.wall())
  return link.state === 'valid' ? link.applicant : undefined
}

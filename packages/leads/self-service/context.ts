import { readLink } from '../applicants/links.ts'
import type { Actor } from '../contract/permissions.ts'
import type { FormDescription } from '../form-description.ts'
import type { AnswerContext } from '../mail/answer-context.ts'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { StoreContext } from '../store/store-context.ts'

/** The dependencies of all operations of applicants. */
export interface ApplicantContext extends StoreContext {
  /** The forms of the site. */
  forms: readonly FormDescription[]
  /** Called after people may have joined or left the public leaderboard. */
  onListed: () => Promise<unknown>
  /** Erases the person with an address. */
  erase: (email: string, by: Actor) => Promise<void>
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

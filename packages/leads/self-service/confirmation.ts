import { confirmLead } from '../applicants/confirm.ts'
import { linkToken, type ReadLink, readLink } from '../applicants/links.ts'
import { addMessage } from '../mail/outbox.ts'
import type { ApplicantContext } from './context.ts'
import { sendAgain } from './sent-application.ts'

/** The state of a link that confirms an address. */
export type ConfirmState = ReadLink['state']

/** Returns the state of a link to confirm an address. Changes nothing, because mail scanners open links. */
export async function confirmState(
  { database, clock }: ApplicantContext,
  token: string,
): Promise<ConfirmState> {
  return (await readLink(database, token, 'confirm', clock.wall())).state
}

/**
 * Confirms an application and its address. Resolves to the state that the link had, and for a valid link to a page
 * token.
 */
export async function confirm(
  { inTransaction, clock, answering, onMessage }: ApplicantContext,
  token: string,
): Promise<{ state: ConfirmState; pageToken?: string }> {
  // Read in the transaction: with hundreds at once, each would wait twice for a connection.
  const result = await inTransaction(async (within) => {
    const { state, asked } = await readLink(within, token, 'confirm', clock.wall())
    // Only the owner of the mailbox has this link, but a used one must not open the page for people it was passed to.
    if (state !== 'valid') return { state }
    const row = await confirmLead(within, clock, asked)
    if (!row) return { state: 'used' as const }
    if (answering) {
      await addMessage(within, clock, {
        ...{ kind: 'welcome', recipient: row.email, applicantId: row.id },
        ...{ leadId: asked.lead_id, state: await answering.newState(within) },
      })
    }
    return { state, pageToken: linkToken(row, 'page') }
  })
  onMessage()
  return result
}

/**
 * Sends the request to confirm again, for an expired link, or the welcome with the link to the own page, for a used
 * one. Resolves to `sent` or `limited`, or to the state of another link.
 */
export async function askAgain(
  context: ApplicantContext,
  token: string,
): Promise<'sent' | 'limited' | ConfirmState> {
  const { database, clock } = context
  const { state, asked } = await readLink(database, token, 'confirm', clock.wall())
  if (!asked) return state
  return (await sendAgain(context, asked.id)) ? 'sent' : 'limited'
}

import type { Payload } from '../lead.ts'
import { askAgain, confirm, confirmState } from './confirmation.ts'
import type { ApplicantContext } from './context.ts'
import { correctOwn, eraseOwn, readOwnPage, setListed } from './own-page.ts'
import { addressSent, sendAgain } from './sent-application.ts'
import { isSubscribed, subscribe } from './subscription.ts'

/** Creates the operations of applicants. Most take the token of a link in a message to them. */
export function createApplicants(context: ApplicantContext) {
  return {
    confirmState: (token: string) => confirmState(context, token),
    confirm: (token: string) => confirm(context, token),
    askAgain: (token: string) => askAgain(context, token),
    sentTo: (id: string) => addressSent(context, id),
    sendAgain: (id: string) => sendAgain(context, id),
    page: (token: string) => readOwnPage(context, token),
    setListed: (token: string, isListed: boolean) => setListed(context, token, isListed),
    correct: (token: string, leadId: string, values: Payload) =>
      correctOwn(context, token, leadId, values),
    erase: (token: string) => eraseOwn(context, token),
    isSubscribed: (token: string) => isSubscribed(context, token),
    subscribe: (token: string, isSubscribed: boolean, purpose?: 'unsubscribe' | 'page') =>
      subscribe(context, token, isSubscribed, purpose),

    /** Returns whether applications are answered by mail now. */
    sendsMail: async (): Promise<boolean> =>
      (await context.answering?.newState(context.database)) === 'pending',

    /** Returns whether a referral code belongs to a person. */
    async isReferralCode(code: string): Promise<boolean> {
      const found = await context.database
        .selectFrom('lead_applicant')
        .select('id')
        .where('code', '=', code)
        .executeTakeFirst()
      return found !== undefined
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { confirmLead } from '../applicants/confirm.ts'
import { linkToken, type ReadLink, readLink } from '../applicants/links.ts'
import { iso } from '../clock.ts'
import { applicant as applicantActor } from '../contract/permissions.ts'
import type { OwnApplication } from '../forms/own-application.ts'
import { jsonRecord } from '../json-record.ts'
import { type Payload, timeOfLeadId } from '../lead.ts'
import { type AnswerContext, addAnswer, answerLeads } from '../mail/answer.ts'
import { addMessage } from '../mail/outbox.ts'
import { businessesBrought, isAffiliate } from '../referrals/counts.ts'
import { rankOf } from '../referrals/rank.ts'
import type { StaffContext } from '../staff/context.ts'
import type { StaffLeads } from '../staff/staff-leads.ts'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { StoreContext } from '../store/store-context.ts'
import { correctLead } from './correct.ts'

/** The state of a link that confirms an address. */
export type ConfirmState = 'valid' | 'used' | 'expired' | 'unknown'

/** Returns the state of a link, which is used if its application was confirmed. */
const stateOf = (link: ReadLink): ConfirmState =>
  link.applicant && link.lead.confirmed_at ? 'used' : link.state

/**
 * Creates the operations of applicants. Each method takes the token of a link in a message to them. `answering` is
 * undefined while no mail is answered.
 */
export function createApplicants(
  { database, inTransaction, clock, forms }: StoreContext & Pick<StaffContext, 'forms'>,
  answering: AnswerContext | undefined,
  onMessage: () => void,
  staff: Pick<StaffLeads, 'erase'> & Pick<StaffContext, 'onListed'>,
) {
  const read = (token: string, purpose: Parameters<typeof readLink>[2]) =>
    readLink(database, token, purpose, clock.wall())
  const own = async (token: string): Promise<ApplicantRow | undefined> => {
    const link = await read(token, 'page')
    return link.state === 'valid' ? link.applicant : undefined
  }
  const change = (id: string, set: Partial<Pick<ApplicantRow, 'unsubscribed_at' | 'listed'>>) =>
    inTransaction((within) =>
      within.updateTable('lead_applicant').set(set).where('id', '=', id).execute(),
    )

  /** Answers an application again. Resolves to whether a message is sent. */
  async function sendAgain(leadId: string): Promise<boolean> {
    if (answering?.newState() !== 'pending') return false
    const isSent = await inTransaction(async (within) => {
      const lead = await within
        .selectFrom('lead')
        .select(['id', 'applicant_id', 'confirmed_at', 'referral_network'])
        .where('id', '=', leadId)
        .where('state', '!=', 'erased')
        .executeTakeFirst()
      const people = within.selectFrom('lead_applicant').selectAll()
      const applicant = await people
        .where('id', '=', lead?.applicant_id ?? null)
        .where('address', 'is not', null)
        .executeTakeFirst()
      return Boolean(lead && applicant && (await addAnswer(within, answering, applicant, lead)))
    })
    onMessage()
    return isSent
  }

  const isWaiting = (leadId: string) =>
    database
      .selectFrom('lead_to_answer')
      .select('lead_id')
      .where('lead_id', '=', leadId)
      .executeTakeFirst()

  const isRecent = (id: string) => clock.monotonic() - timeOfLeadId(id) < recentMs

  return {
    /** Returns the state of a link to confirm an address. Changes nothing, because mail scanners open links. */
    async confirmState(token: string): Promise<ConfirmState> {
      return stateOf(await read(token, 'confirm'))
    },

    /**
     * Confirms an application and its address. Resolves to the state that the link had, and for a valid link to a page
     * token.
     */
    async confirm(token: string): Promise<{ state: ConfirmState; pageToken?: string }> {
      // Read in the transaction: with hundreds at once, each would wait twice for a connection.
      const result = await inTransaction(async (within) => {
        const link = await readLink(within, token, 'confirm', clock.wall())
        const state = stateOf(link)
        // Only the owner of the mailbox has this link, but a used one must not open the page for people it was passed to.
        if (state !== 'valid' || !link.applicant || !link.lead.id) return { state }
        const row = await confirmLead(within, clock, link.lead.id)
        if (!row) return { state: 'used' as const }
        if (answering) {
          await addMessage(within, clock, {
            ...{ kind: 'welcome', recipient: row.email, applicantId: row.id, leadId: link.lead.id },
            state: answering.newState(),
          })
        }
        return { state, pageToken: linkToken(row, 'page') }
      })
      onMessage()
      return result
    },

    /**
     * Sends the request to confirm again, for an expired link, or the welcome with the link to the own page, for a used
     * one. Resolves to `sent` or `limited`, or to the state of another link.
     */
    async askAgain(token: string): Promise<'sent' | 'limited' | ConfirmState> {
      const link = await read(token, 'confirm')
      const state = stateOf(link)
      if (!link.applicant) return state
      return (await sendAgain(link.lead.id ?? '')) ? 'sent' : 'limited'
    },

    /**
     * Returns whether the answer to a new application is being sent, and to which address. Returns undefined if mail is
     * off, for forms without an answer, and an hour after the application.
     *
     * @param leadId which only the applicant knows
     */
    async answerTo(
      leadId: string,
    ): Promise<{ email: string; isSent: boolean; isConfirmed: boolean } | undefined> {
      if (answering?.newState() !== 'pending' || !isRecent(leadId)) return undefined
      // Usually, it is answered a little later. Another process may be answering it.
      for (let left = maxPolls; left > 0 && (await isWaiting(leadId)); left--) {
        if ((await answerLeads(answering, [], leadId)) === 0) await sleep(pollMs)
        onMessage()
      }
      const answer = await database
        .selectFrom('lead')
        .leftJoin('lead_message as message', (message) =>
          message.onRef('lead_id', '=', 'lead.id').on('kind', 'in', ['confirm', 'welcome']),
        )
        .select(['payload', 'spam', 'confirmed_at', 'message.state'])
        .where('lead.id', '=', leadId)
        .where('lead.state', '!=', 'erased')
        .orderBy('message.id', 'desc')
        .executeTakeFirst()
      // Programs must not learn that they were recognized.
      if (!answer || (!answer.state && answer.spam === 0)) return undefined
      const email = String(jsonRecord(answer.payload).email ?? '')
      const isSent = !['suppressed', 'bounced', 'exhausted'].includes(answer.state ?? '')
      return { email, isSent, isConfirmed: answer.confirmed_at !== null }
    },

    sendAgain,

    /** Returns the data on a person's own page, or undefined for a link that does not work. */
    async page(token: string) {
      const applicant = await own(token)
      if (!applicant) return undefined
      const applications = await database
        .selectFrom('lead')
        .select(['id', 'form', 'created_at as createdAt', 'payload'])
        .where('applicant_id', '=', applicant.id)
        .where('confirmed_at', 'is not', null)
        .where('state', '!=', 'erased')
        .orderBy('id', 'desc')
        .limit(maxApplications)
        .execute()
      const news = await database
        .selectFrom('lead_message')
        .select(['kind', 'lead_id'])
        .where('applicant_id', '=', applicant.id)
        .where('kind', 'in', ['invited', 'accepted', 'declined'])
        .where('state', '=', 'delivered')
        .orderBy('id', 'desc')
        .execute()
      const { code } = applicant
      const hasBusinesses = code !== null && (await isAffiliate(database, applicant.id))
      return {
        name: applicant.name,
        email: applicant.email,
        isSubscribed: applicant.unsubscribed_at === null,
        /** Whether the person agreed to be on the public leaderboard. */
        isListed: applicant.listed === 1,
        /** Place on the list, from 1; undefined for people who do not wait. */
        position: await rankOf(database, applicant),
        referrals: applicant.referrals,
        /** Number of businesses brought, for accepted affiliates. */
        businesses: hasBusinesses ? await businessesBrought(database, code) : undefined,
        /** The code of the person's referral link; null until the address is confirmed. */
        code,
        isInvited: news.some(({ kind }) => kind === 'invited'),
        applications: applications.map((application) => ({
          ...application,
          /** The decision that the person got a message about. */
          decision: news.find(({ lead_id }) => lead_id === application.id)
            ?.kind as OwnApplication['decision'],
        })),
      }
    },

    /** Sets whether a person is on the public leaderboard. Resolves to false for a link that does not work. */
    async setListed(token: string, isListed: boolean): Promise<boolean> {
      const applicant = await own(token)
      if (!applicant) return false
      await change(applicant.id, { listed: isListed ? 1 : 0 })
      await staff.onListed()
      return true
    },

    /**
     * Returns whether a person gets messages, for a link to unsubscribe; undefined for a link that does not work.
     */
    async isSubscribed(token: string): Promise<boolean | undefined> {
      const { state, applicant } = await read(token, 'unsubscribe')
      return state === 'valid' ? applicant.unsubscribed_at === null : undefined
    },

    /**
     * Sets whether a person gets messages. Resolves to false for a link that does not work.
     *
     * @param purpose the purpose of the link with this token
     */
    async subscribe(
      token: string,
      isSubscribed: boolean,
      purpose: 'unsubscribe' | 'page' = 'unsubscribe',
    ): Promise<boolean> {
      const { state, applicant } = await read(token, purpose)
      if (state !== 'valid') return false
      await change(applicant.id, {
        unsubscribed_at: isSubscribed ? null : iso(clock.wall()),
      })
      return true
    },

    /**
     * Replaces values in one of the person's applications, which the caller has validated. Resolves to false for a
     * link that does not work, or another person's application.
     */
    async correct(token: string, leadId: string, values: Payload): Promise<boolean> {
      const applicant = await own(token)
      if (!applicant) return false
      return inTransaction((within) =>
        correctLead(within, { clock, forms }, applicant.id, leadId, values),
      )
    },

    /** Erases all of a person's applications, and the person. Resolves to false for a link that does not work. */
    async erase(token: string): Promise<boolean> {
      const applicant = await own(token)
      if (!applicant) return false
      await staff.erase(applicant.email, applicantActor)
      return true
    },

    /** Returns whether applications are answered by mail now. */
    sendsMail: async (): Promise<boolean> => answering?.newState() === 'pending',

    /** Returns whether a referral code belongs to a person. */
    async isReferralCode(code: string): Promise<boolean> {
      const found = await database
        .selectFrom('lead_applicant')
        .select('id')
        .where('code', '=', code)
        .executeTakeFirst()
      return found !== undefined
    },
  }
}

/** Maximum number of applications on a person's page. */
const maxApplications = 20

/** Interval at which a page checks whether an application is answered, in milliseconds, and number of checks. */
const pollMs = 50
const maxPolls = 20

/** Age from which the id of an application is no proof that the visitor has just sent it, in milliseconds. */
const recentMs = 3_600_000

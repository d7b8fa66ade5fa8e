import { confirmLead } from '../applicants/confirm.ts'
import { linkToken, type ReadLink, readLink } from '../applicants/links.ts'
import { iso } from '../clock.ts'
import { applicant as applicantActor } from '../contract/permissions.ts'
import type { OwnApplication } from '../forms/own-application.ts'
import { jsonRecord } from '../json-record.ts'
import { type Payload, timeOfLeadId } from '../lead.ts'
import { type AnswerContext, addAnswer, kindFor } from '../mail/answer.ts'
import { addMessage, suppressWaiting } from '../mail/outbox.ts'
import { businessesBrought, isAffiliate } from '../referrals/counts.ts'
import { rankOf } from '../referrals/rank.ts'
import type { StaffContext } from '../staff/context.ts'
import type { StaffLeads } from '../staff/staff-leads.ts'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { StoreContext } from '../store/store-context.ts'
import { correctLead } from './correct.ts'

/** The state of a link that confirms an address. */
export type ConfirmState = ReadLink['state']

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

  /** Answers a submission again. Resolves to whether a message is sent. `id` is the one of an earlier message. */
  async function sendAgain(id: string): Promise<boolean> {
    if (answering?.newState() !== 'pending') return false
    const isSent = await inTransaction(async (within) => {
      const message = await within
        .selectFrom('lead_message as message')
        .innerJoin('lead', 'lead.id', 'message.lead_id')
        .select(['message.lead_id', 'message.referral_code', 'message.network'])
        .select(['lead.applicant_id', 'lead.confirmed_at'])
        .where('message.id', '=', id)
        .where('lead.state', '!=', 'erased')
        .executeTakeFirst()
      const people = within.selectFrom('lead_applicant').selectAll()
      const applicant = await people
        .where('id', '=', message?.applicant_id ?? null)
        .where('address', 'is not', null)
        .executeTakeFirst()
      if (!message || !applicant) return false
      const kind = kindFor(answering, applicant, message)
      return addAnswer(within, answering, applicant, message, kind)
    })
    onMessage()
    return isSent
  }

  const isRecent = (id: string) => clock.monotonic() - timeOfLeadId(id) < recentMs

  return {
    /** Returns the state of a link to confirm an address. Changes nothing, because mail scanners open links. */
    async confirmState(token: string): Promise<ConfirmState> {
      return (await read(token, 'confirm')).state
    },

    /**
     * Confirms an application and its address. Resolves to the state that the link had, and for a valid link to a page
     * token.
     */
    async confirm(token: string): Promise<{ state: ConfirmState; pageToken?: string }> {
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
            ...{ leadId: asked.lead_id, state: answering.newState() },
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
      const { state, asked } = await read(token, 'confirm')
      if (!asked) return state
      return (await sendAgain(asked.id)) ? 'sent' : 'limited'
    },

    /**
     * Returns the address in a new submission, from its lead alone: nothing shows whether the person is known, or gets
     * mail. Returns undefined if mail is off, and an hour after the submission.
     *
     * @param id of the submission, which only the visitor knows
     */
    async sentTo(id: string): Promise<string | undefined> {
      if (answering?.newState() !== 'pending' || !isRecent(id)) return undefined
      const leadOf = (table: 'lead_to_answer' | 'lead_message') =>
        database.selectFrom(table).select('lead_id').where('id', '=', id).executeTakeFirst()
      // The answer has the id of its submission. Spam has none, and its sender must not learn that.
      const answer = (await leadOf('lead_to_answer')) ?? (await leadOf('lead_message'))
      const lead = await database
        .selectFrom('lead')
        .select('payload')
        .where('id', '=', answer?.lead_id ?? id)
        .where('state', '!=', 'erased')
        .executeTakeFirst()
      return lead && String(jsonRecord(lead.payload).email ?? '')
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
      await inTransaction((within) =>
        within
          .updateTable('lead_applicant')
          .set({ listed: isListed ? 1 : 0 })
          .where('id', '=', applicant.id)
          .execute(),
      )
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
      await inTransaction(async (within) => {
        const unsubscribed_at = isSubscribed ? null : iso(clock.wall())
        const person = within.updateTable('lead_applicant').where('id', '=', applicant.id)
        await person.set({ unsubscribed_at }).execute()
        if (!isSubscribed) await suppressWaiting(within, clock, applicant.id)
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

/** Age from which the id of a submission is no proof that the visitor has just sent it, in milliseconds. */
const recentMs = 3_600_000

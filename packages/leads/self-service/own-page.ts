import { applicant as applicantActor } from '../contract/permissions.ts'
import type { OwnApplication } from '../forms/own-application.ts'
import type { Payload } from '../lead.ts'
import { businessesBrought, isAffiliate } from '../referrals/counts.ts'
import { rankOf } from '../referrals/rank.ts'
import { type ApplicantContext, ownerOf } from './context.ts'
import { correctLead } from './correct.ts'

/** Maximum number of applications on a person's page. */
const maxApplications = 20

/** Returns the data on a person's own page, or undefined for a link that does not work. */
export async function readOwnPage(context: ApplicantContext, token: string) {
  const { database } = context
  const applicant = await ownerOf(context, token)
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
}

/** Sets whether a person is on the public leaderboard. Resolves to false for a link that does not work. */
export async function setListed(
  context: ApplicantContext,
  token: string,
  isListed: boolean,
): Promise<boolean> {
  const applicant = await ownerOf(context, token)
  if (!applicant) return false
  await context.inTransaction((within) =>
    within
      .updateTable('lead_applicant')
      .set({ listed: isListed ? 1 : 0 })
      .where('id', '=', applicant.id)
      .execute(),
  )
  await context.onListed()
  return true
}

/**
 * Replaces values in one of the person's applications, which the caller has validated. Resolves to false for a link
 * that does not work, or another person's application.
 */
export async function correctOwn(
  context: ApplicantContext,
  token: string,
  leadId: string,
  values: Payload,
): Promise<boolean> {
  const applicant = await ownerOf(context, token)
  if (!applicant) return false
  return context.inTransaction((within) =>
    correctLead(within, context, applicant.id, leadId, values),
  )
}

/** Erases all of a person's applications, and the person. Resolves to false for a link that does not work. */
export async function eraseOwn(context: ApplicantContext, token: string): Promise<boolean> {
  const applicant = await ownerOf(context, token)
  if (!applicant) return false
  await context.erase(applicant.email, applicantActor)
  return true
}

import { linkToken } from '../applicants/links.ts'
import { referenceOf } from '../contract/reference.ts'
import { jsonRecord } from '../json-record.ts'
import { rankOf } from '../referrals/rank.ts'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import { confirmLinkDays } from './confirm-link.ts'
import type { MessageFields, MessageKind, StoredMessage } from './message.ts'

const confirmLinkMs = confirmLinkDays * 86_400_000

/** The site's addresses, which messages refer to. */
export interface SiteUrls {
  /** Returns the site's public origin. */
  siteUrl: () => string
  /**
   * Resolves to the URL of the site's pages in a language, such as `https://example.com/ar`. By default, the site's
   * origin.
   *
   * @throws when the languages are unavailable; the message is sent later
   */
  homeUrl?: ((language: string) => Promise<string>) | undefined
}

/** The sources of the values that messages contain. */
export interface FieldsContext extends SiteUrls {
  database: LeadDatabase
}

/** Kinds of messages to people who may not have applied: they only ask whether they did. */
export const toStrangers: readonly string[] = [
  'confirm',
  'reminder',
  'received',
] satisfies MessageKind[]

/**
 * Returns the values that a message can contain, as of now. Anyone can enter any address, so text of an application that
 * is not confirmed is not among them.
 */
export async function fieldsOf(
  { database, siteUrl, homeUrl }: FieldsContext,
  message: Pick<StoredMessage, 'id' | 'kind' | 'applicant_id' | 'lead_id' | 'data'>,
  now: number,
): Promise<MessageFields> {
  const data = jsonRecord(message.data)
  const applicants = database.selectFrom('lead_applicant').selectAll()
  const applicant = await applicants.where('id', '=', message.applicant_id).executeTakeFirst()
  const lead = await database
    .selectFrom('lead')
    .select(['id', 'form', 'payload', 'language', 'confirmed_at'])
    .where('id', '=', message.lead_id)
    .executeTakeFirst()
  const language = (lead ?? applicant)?.language
  const isStranger = toStrangers.includes(message.kind)
  const isOwn = !isStranger && (lead ?? applicant)?.confirmed_at
  const rank = applicant && !isStranger ? await rankOf(database, applicant) : undefined
  const home = (applicant && language && (await homeUrl?.(language))) || siteUrl()
  return {
    ...(applicant && language && { language }),
    name: (isOwn && applicant?.name) || '',
    ...(lead && { form: lead.form, reference: referenceOf(lead.id) }),
    ...(lead && isOwn && sentIn(lead.payload)),
    links: applicant
      ? linksOf(applicant, home, isStranger && lead ? { id: message.id, now } : undefined)
      : typeof data.path === 'string'
        ? { action: siteUrl() + data.path }
        : {},
    ...(rank !== undefined && applicant && { position: rank, referrals: applicant.referrals }),
    data,
  }
}

function linksOf(
  applicant: ApplicantRow,
  home: string,
  toConfirm: { id: string; now: number } | undefined,
): MessageFields['links'] {
  const unsubscribe = `${home}/unsubscribe/${linkToken(applicant, 'unsubscribe')}`
  if (toConfirm) {
    const [{ id, now }, { secret }] = [toConfirm, applicant]
    const token = linkToken({ id, secret }, 'confirm', now + confirmLinkMs)
    return { confirm: `${home}/confirm/${token}`, unsubscribe }
  }
  return {
    page: `${home}/me/${linkToken(applicant, 'page')}`,
    unsubscribe,
    ...(applicant.code && { referral: `${home}/r/${applicant.code}` }),
  }
}

function sentIn(payload: string): Pick<MessageFields, 'business' | 'sent'> {
  const sent = jsonRecord(payload)
  const { business_name: business } = sent
  return { sent, ...(typeof business === 'string' && { business }) }
}

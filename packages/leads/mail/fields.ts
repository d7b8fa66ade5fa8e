import { linkToken } from '../applicants/links.ts'
import { referenceOf } from '../contract/reference.ts'
import { type FormDescription, labelOf } from '../form-description.ts'
import { jsonRecord } from '../json-record.ts'
import { rankOf } from '../referrals/rank.ts'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import type { MessageFields, MessageKind, StoredMessage } from './message.ts'

/** Time for which a link to confirm an address works, in milliseconds: 14 days. */
const confirmLinkMs = 14 * 86_400_000

/** The site's addresses and forms, which messages refer to. */
export interface FieldsContext {
  database: LeadDatabase
  forms: readonly FormDescription[]
  /** Returns the site's public origin. */
  siteUrl: () => string
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
  { database, forms, siteUrl }: FieldsContext,
  message: Pick<StoredMessage, 'kind' | 'applicant_id' | 'lead_id' | 'data'>,
  now: number,
): Promise<MessageFields> {
  const data = jsonRecord(message.data)
  const applicants = database.selectFrom('lead_applicant').selectAll()
  const applicant = await applicants.where('id', '=', message.applicant_id).executeTakeFirst()
  const leads = database.selectFrom('lead').select(['id', 'form', 'payload', 'confirmed_at'])
  const lead = await leads.where('id', '=', message.lead_id).executeTakeFirst()
  const isStranger = toStrangers.includes(message.kind)
  const isOwn = !isStranger && (lead ?? applicant)?.confirmed_at
  const rank = applicant && !isStranger ? await rankOf(database, applicant) : undefined
  return {
    name: (isOwn && applicant?.name) || '',
    ...(lead && { form: lead.form, reference: referenceOf(lead.id) }),
    ...(lead && isOwn && { sent: sentFields(forms, lead), ...businessOf(lead.payload) }),
    links: applicant
      ? linksOf(applicant, siteUrl(), isStranger && lead ? { id: lead.id, now } : undefined)
      : typeof data.path === 'string'
        ? { action: siteUrl() + data.path }
        : {},
    ...(rank !== undefined && applicant && { position: rank, referrals: applicant.referrals }),
    data,
  }
}

function linksOf(
  applicant: ApplicantRow,
  origin: string,
  lead: { id: string; now: number } | undefined,
): MessageFields['links'] {
  const unsubscribe = `${origin}/unsubscribe/${linkToken(applicant, 'unsubscribe')}`
  if (lead) {
    const { secret } = applicant
    const token = linkToken({ id: lead.id, secret }, 'confirm', lead.now + confirmLinkMs)
    return { confirm: `${origin}/confirm/${token}`, unsubscribe }
  }
  return {
    page: `${origin}/me/${linkToken(applicant, 'page')}`,
    unsubscribe,
    ...(applicant.code && { referral: `${origin}/r/${applicant.code}` }),
  }
}

function businessOf(payload: string): Pick<MessageFields, 'business'> {
  const { business_name: business } = jsonRecord(payload)
  return typeof business === 'string' ? { business } : {}
}

/** Returns what the applicant sent, with labels, without empty fields. */
function sentFields(
  forms: readonly FormDescription[],
  { form, payload }: { form: string; payload: string },
): MessageFields['sent'] {
  return Object.entries(jsonRecord(payload))
    .filter(([key, value]) => key !== 'type' && value !== '' && value !== false)
    .map(([key, value]) => ({
      label: labelOf(forms, form, key),
      value: value === true ? 'Yes' : String(value),
    }))
}

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

/** Kinds of messages that go to addresses whose owner may not have applied. */
const toUnconfirmed: readonly string[] = ['confirm', 'reminder'] satisfies MessageKind[]

/** Returns the values that a message can contain, as of now. */
export async function fieldsOf(
  { database, forms, siteUrl }: FieldsContext,
  message: Pick<StoredMessage, 'kind' | 'applicant_id' | 'lead_id' | 'data' | 'created_at'>,
): Promise<MessageFields> {
  const data = jsonRecord(message.data)
  const applicants = database.selectFrom('lead_applicant').selectAll()
  const applicant = await applicants.where('id', '=', message.applicant_id).executeTakeFirst()
  const leads = database.selectFrom('lead').select(['id', 'form', 'payload'])
  const lead = await leads.where('id', '=', message.lead_id).executeTakeFirst()
  const isUnconfirmed = toUnconfirmed.includes(message.kind)
  const name = applicant?.name ?? ''
  const rank = applicant && !isUnconfirmed ? await rankOf(database, applicant) : undefined
  return {
    // Anyone can enter any address: a message to it must not carry text of theirs.
    name: isUnconfirmed && !looksLikeName(name) ? '' : name,
    ...(lead && { form: lead.form, reference: referenceOf(lead.id) }),
    ...(lead && !isUnconfirmed && { sent: sentFields(forms, lead) }),
    links: applicant
      ? linksOf(applicant, siteUrl(), Date.parse(message.created_at))
      : typeof data.path === 'string'
        ? { action: siteUrl() + data.path }
        : {},
    ...(rank !== undefined && applicant && { position: rank, referrals: applicant.referrals }),
    data,
  }
}

function linksOf(applicant: ApplicantRow, origin: string, at: number): MessageFields['links'] {
  const confirm = linkToken(applicant, 'confirm', at + confirmLinkMs)
  return {
    ...(!applicant.confirmed_at && { confirm: `${origin}/confirm/${confirm}` }),
    page: `${origin}/me/${linkToken(applicant, 'page')}`,
    unsubscribe: `${origin}/unsubscribe/${linkToken(applicant, 'unsubscribe')}`,
    ...(applicant.code && { referral: `${origin}/r/${applicant.code}` }),
  }
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

/** Returns whether a name has no more than the characters and length of most names, and no address or link. */
const looksLikeName = (name: string): boolean => /^[\p{L}\p{M}'’ -]{1,60}$/u.test(name)

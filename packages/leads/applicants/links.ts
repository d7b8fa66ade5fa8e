import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { cleanLinkPart } from '../clean-text.ts'
import type { ApplicantRow, Submitted } from '../store/database/mail-tables.ts'
import type { LeadDatabase } from '../store/database/tables.ts'

/**
 * The purposes of an applicant's personal links. A link for one purpose does not work for another:
 * - `confirm`: confirms an application; expires
 * - `page`: opens the applicant's own page
 * - `unsubscribe`: stops messages
 */
export type LinkPurpose = 'confirm' | 'page' | 'unsubscribe'

/** The result of reading a link. */
export type ReadLink =
  | { state: 'valid' | 'used' | 'expired'; applicant: ApplicantRow; asked: Asked }
  | { state: 'unknown'; applicant?: undefined; asked?: undefined }

/** The submission that a link confirms, and the id of the message with the link; without values for other links. */
type Asked = Submitted & { id: string }

/** Returns a new random secret that signs an applicant's links. */
export const newLinkSecret = (): string => randomBytes(18).toString('base64url')

/**
 * Returns the token of a personal link: an id, the expiry in seconds since 1970 in base 36 (0: never), and a signature
 * with the applicant's secret (HMAC-SHA-256, 128 bits). It contains no personal data. Erasing the secret revokes all
 * links.
 *
 * @param id of the applicant, or of the message that asks to confirm
 * @param expires in milliseconds since 1970
 */
export function linkToken(
  { id, secret }: Pick<ApplicantRow, 'id' | 'secret'>,
  purpose: LinkPurpose,
  expires = 0,
): string {
  const signed = `${id}.${Math.floor(expires / 1000).toString(36)}`
  return `${signed}.${signature(secret, purpose, signed)}`
}

/**
 * Reads the token of a link for a purpose. A link to confirm is used if its application was confirmed, unless its message
 * was added after the person unsubscribed. `now` is in milliseconds since 1970.
 */
export async function readLink(
  database: LeadDatabase,
  token: string,
  purpose: LinkPurpose,
  now: number,
): Promise<ReadLink> {
  const [, id = '', expiry = '', given = ''] = tokenPattern.exec(cleanLinkPart(token)) ?? []
  if (!id) return { state: 'unknown' }
  const found = await database
    .selectFrom('lead_applicant')
    .leftJoin('lead_message as message', (message) =>
      message
        .onRef('message.applicant_id', '=', 'lead_applicant.id')
        .on('message.id', '=', id)
        .on('message.state', '!=', 'erased'),
    )
    .leftJoin('lead', 'lead.id', 'message.lead_id')
    .selectAll('lead_applicant')
    .select(['message.lead_id', 'message.referral_code', 'message.network as message_network'])
    .select(['message.created_at as asked_at', 'lead.confirmed_at as used_at'])
    .where(purpose === 'confirm' ? 'message.id' : 'lead_applicant.id', '=', id)
    .executeTakeFirst()
  if (!found?.secret) return { state: 'unknown' }
  const { lead_id, referral_code, message_network, asked_at, used_at, ...applicant } = found
  const expected = signature(applicant.secret, purpose, `${id}.${expiry}`)
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(expected))) return { state: 'unknown' }
  const expires = Number.parseInt(expiry, 36) * 1000
  const asked = { id, lead_id, referral_code, network: message_network }
  const { unsubscribed_at } = applicant
  const isUsed = used_at !== null && !(unsubscribed_at && (asked_at ?? '') > unsubscribed_at)
  const isExpired = expires > 0 && expires <= now
  return { state: isUsed ? 'used' : isExpired ? 'expired' : 'valid', applicant, asked }
}

/** Matches a token, also with punctuation around it that comes from a text. */
const tokenPattern = /^\W*([\da-f-]{36})\.([\da-z]{1,9})\.([\w-]{22})(?![a-z\d])/i

const signature = (secret: string, purpose: LinkPurpose, signed: string): string =>
  createHmac('sha256', secret)
    .update(`${purpose}.${signed}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url')

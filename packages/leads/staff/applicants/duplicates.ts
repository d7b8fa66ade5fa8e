import { mailboxOf } from '../../applicants/address.ts'
import type { ApplicantDetail } from '../../contract/applicants.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { nameKey, nationalNumber } from '../../store/derived/content.ts'

type Duplicate = ApplicantDetail['duplicates'][number]

/** Maximum number of leads with the same phone number or name that are compared. */
const maxCompared = 200

/** Returns other people with the same phone number, or with the same name and a similar address. */
export async function findDuplicates(
  database: LeadDatabase,
  { id, name, email }: { id: string; name: string; email: string },
  phones: readonly string[],
): Promise<Duplicate[]> {
  const numbers = phones.map(nationalNumber).filter(Boolean)
  const rows = await database
    .selectFrom('lead')
    .innerJoin('lead_applicant as other', 'other.id', 'lead.applicant_id')
    .select(['other.id', 'other.name', 'other.email', 'lead.phone'])
    .where(({ or, eb }) =>
      or([
        eb('lead.name', '=', nameKey(name)).and('lead.name', '!=', ''),
        ...(numbers.length > 0 ? [eb('lead.phone', 'in', numbers)] : []),
      ]),
    )
    .where('lead.spam', '=', 0)
    .where('other.id', '!=', id)
    .where('other.address', 'is not', null)
    .orderBy('lead.seq', 'desc')
    .limit(maxCompared)
    .execute()
  const found = new Map<string, Duplicate>()
  for (const { phone, ...other } of rows) {
    const isSameName =
      nameKey(other.name) === nameKey(name) && similarPart(other.email) === similarPart(email)
    if (numbers.includes(phone)) found.set(other.id, { ...other, reason: 'phone' })
    else if (isSameName && !found.has(other.id)) found.set(other.id, { ...other, reason: 'name' })
  }
  return [...found.values()]
}

/** Returns the part of an address that similar ones share: the letters before the `@`. */
const similarPart = (email: string): string =>
  (mailboxOf(email).split('@')[0] ?? '').replace(/\P{L}/gu, '')

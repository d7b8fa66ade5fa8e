import { mailboxOf } from '../../applicants/address.ts'
import type { ApplicantDetail } from '../../contract/applicants.ts'
import { jsonRecord } from '../../json-record.ts'
import type { StaffContext } from '../context.ts'
import { fold } from '../index/entries/fold.ts'
import { phonesIn } from '../index/entries/phones.ts'
import type { LeadIndex } from '../index/lead-index.ts'

type Duplicate = ApplicantDetail['duplicates'][number]

/** Maximum number of leads with the same phone number or name that are compared. */
const maxCompared = 50

/** Returns other people with the same phone number, or with the same name and a similar address. */
export async function findDuplicates(
  { database }: StaffContext,
  list: LeadIndex['list'],
  { id, name, email }: { id: string; name: string; email: string },
  phones: readonly string[],
): Promise<Duplicate[]> {
  const numbers = phones.flatMap(numbersIn)
  const searches = [...numbers, name.slice(0, 300)].filter((q) => q.trim() !== '')
  const pages = await Promise.all(
    searches.map((q) => list({ q, sort: 'newest', limit: maxCompared })),
  )
  const ids = pages.flatMap(({ leads }) => leads.map((lead) => lead.id))
  if (ids.length === 0) return []
  const rows = await database
    .selectFrom('lead')
    .innerJoin('lead_applicant as other', 'other.id', 'lead.applicant_id')
    .select(['other.id', 'other.name', 'other.email', 'lead.payload'])
    .where('lead.id', 'in', ids)
    .where('other.id', '!=', id)
    .where('other.address', 'is not', null)
    .execute()
  const found = new Map<string, Duplicate>()
  for (const { payload, ...other } of rows) {
    const theirs = numbersIn(String(jsonRecord(payload).phone ?? ''))
    const isSamePhone = theirs.some((number) => numbers.includes(number))
    const isSameName =
      fold(other.name) === fold(name) && similarPart(other.email) === similarPart(email)
    if (isSamePhone) found.set(other.id, { ...other, reason: 'phone' })
    else if (isSameName && !found.has(other.id)) found.set(other.id, { ...other, reason: 'name' })
  }
  return [...found.values()]
}

/** Returns the phone numbers in a text in the national form. */
const numbersIn = (text: string): string[] =>
  phonesIn(fold(text)).flatMap(({ forms }) => forms[0] ?? [])

/** Returns the part of an address that similar ones share: the letters before the `@`. */
const similarPart = (email: string): string =>
  (mailboxOf(email).split('@')[0] ?? '').replace(/\P{L}/gu, '')

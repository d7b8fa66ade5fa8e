import { iso } from '../../clock.ts'
import { jsonRecord } from '../../json-record.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { disposableCheck } from './disposable.ts'
import { type Person, personColumns } from './person.ts'
import { rules } from './rules.ts'

const dayMs = 86_400_000

/** Maximum number of referrers above a person that are compared. */
const maxReferrers = 4

/** Maximum number of related people that are compared, so that confirming stays fast for popular links. */
const maxRelated = 600

/** Maximum number of a person's applications in which a phone number is searched. */
const maxApplications = 20

/**
 * Finds the referrals around a person that are suspicious. Resolves to the reasons by person: for this person, and for
 * others whom the evidence concerns too.
 */
export async function findSuspicious(
  within: LeadDatabase,
  id: string,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const person = await personOf(within, id)
  if (!person?.address) return found
  const referrers = await referrersOf(within, person)
  const evidence = {
    person,
    referrers,
    related: await relatedTo(within, person, referrers),
    hasReferrersPhone: await sharePhone(within, person),
    isDisposable: await disposableCheck(),
  }
  for (const { reason, find } of rules) {
    for (const one of new Set(find(evidence))) {
      found.set(one.id, [...(found.get(one.id) ?? []), reason])
    }
  }
  return found
}

const personOf = (within: LeadDatabase, id: string): Promise<Person | undefined> =>
  within.selectFrom('lead_applicant').select(personColumns).where('id', '=', id).executeTakeFirst()

async function referrersOf(within: LeadDatabase, person: Person): Promise<Person[]> {
  const referrers: Person[] = []
  let next = person.referred_by
  while (next && referrers.length < maxReferrers) {
    const referrer = await personOf(within, next)
    if (!referrer) break
    referrers.push(referrer)
    next = referrer.referred_by
  }
  return referrers
}

/** Resolves to the people brought by the same referrers within a day, by time. The latest ones if there are many. */
async function relatedTo(
  within: LeadDatabase,
  person: Person,
  referrers: readonly Person[],
): Promise<Person[]> {
  if (referrers.length === 0) return []
  const at = Date.parse(person.created_at)
  const people = await within
    .selectFrom('lead_applicant')
    .select(personColumns)
    .where(
      'referred_by',
      'in',
      referrers.map((referrer) => referrer.id),
    )
    .where('created_at', '>', iso(at - dayMs))
    .where('created_at', '<', iso(at + dayMs))
    .where('address', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(maxRelated)
    .execute()
  return people.reverse()
}

async function sharePhone(within: LeadDatabase, person: Person): Promise<boolean> {
  if (!person.referred_by) return false
  const phones = await phonesOf(within, person.id)
  if (phones.size === 0) return false
  const referrers = await phonesOf(within, person.referred_by)
  return [...phones].some((phone) => referrers.has(phone))
}

/** Resolves to the last nine digits of a person's phone numbers, which the number with a country code shares. */
async function phonesOf(within: LeadDatabase, id: string): Promise<Set<string>> {
  const leads = await within
    .selectFrom('lead')
    .select('payload')
    .where('applicant_id', '=', id)
    .limit(maxApplications)
    .execute()
  const digits = leads.map(({ payload }) =>
    String(jsonRecord(payload).phone ?? '')
      .replace(/\D/g, '')
      .slice(-9),
  )
  return new Set(digits.filter(({ length }) => length >= 7))
}

import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { iso } from '../clock.ts'
import { leadId } from '../lead.ts'
import { isPostgres } from '../store/database/dialect.ts'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import { rowTable, valueList } from '../store/database/row-table.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import { storable } from '../store/storable.ts'
import { addressOf } from './address.ts'
import { newLinkSecret } from './links.ts'
import { mailboxHash } from './mailbox-hash.ts'
import { codeAlphabet, codeLength } from './referral-code.ts'

/** The columns of a new applicant. */
const newColumns = {
  ...({ id: 'text', address: 'text', email: 'text', name: 'text', language: 'text' } as const),
  ...({ secret: 'text', mailbox: 'text', domain: 'text', created_at: 'text' } as const),
}

/**
 * Returns the applicants with some email addresses by their address (see `addressOf`), locked, adding new ones. A new
 * person has the name and language of this application until one is confirmed; an existing one does not change.
 *
 * @param now in milliseconds of the system clock
 */
export async function findOrAddApplicants(
  within: LeadDatabase,
  people: readonly Pick<ApplicantRow, 'email' | 'name' | 'language'>[],
  now: number,
): Promise<Map<string, ApplicantRow>> {
  const addresses = [...new Set(people.map(({ email }) => addressOf(email)))]
  const found = within
    .selectFrom('lead_applicant')
    .selectAll()
    .where('address', 'in', valueList(within, addresses))
  const find = async () => {
    // In one order, so that processes don't wait for each other's rows.
    const rows = await (isPostgres(within) ? found.orderBy('id').forUpdate() : found).execute()
    return new Map(rows.map((row) => [row.address ?? '', row]))
  }
  const known = await find()
  const hash = await mailboxHash(within)
  const added = people.flatMap(({ email, name, language }) => {
    const address = addressOf(email)
    const row = { id: leadId(now), address, email, name: storable(name), language }
    const rest = { secret: newLinkSecret(), created_at: iso(now) }
    return known.has(address) ? [] : [{ ...row, ...hash(email), ...rest }]
  })
  if (added.length === 0) return known
  const columns = sql.join(Object.keys(newColumns).map((column) => sql.ref(column)))
  // The first application of a person decides, and another process may have added the person.
  await sql`insert into lead_applicant (${columns})
    select ${columns} from ${rowTable(within, 'added', newColumns, added)} where true
    on conflict (address) do nothing`.execute(within)
  return find()
}

/** Returns a new random referral code, of about 64 bits. */
export const newReferralCode = (): string =>
  Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')

import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { iso } from '../clock.ts'
import type { ExportFilter } from '../contract/contract.ts'
import type { LeadTables } from '../store/database/tables.ts'
import type { StaffContext } from './context.ts'
import type { WantedExport } from './staff-leads.ts'

/** A ticket is good for so long, in milliseconds. */
const lifetimeMs = 60_000

/**
 * Remembers an export and resolves to a ticket that fetches it, once and within a minute. It lies in the
 * database: another process may be asked with it.
 */
export async function makeTicket(
  { inTransaction, clock }: StaffContext,
  { format, filter, by }: WantedExport,
): Promise<string> {
  const ticket = randomBytes(24).toString('base64url')
  await inTransaction(async (within) => {
    await forgetOldTickets(within, clock.wall())
    await within
      .insertInto('lead_export_ticket')
      .values({
        hash: hashOf(ticket),
        actor: by.id,
        actor_name: by.name,
        format,
        filter: JSON.stringify(filter),
        expires_at: iso(clock.wall() + lifetimeMs),
      })
      .execute()
  })
  return ticket
}

/** What a ticket was made for, which it stays good for; undefined where there is none such, any more. */
export async function readTicket(
  { database, clock }: StaffContext,
  ticket: string,
): Promise<WantedExport | undefined> {
  const row = await database
    .selectFrom('lead_export_ticket')
    .selectAll()
    .where('hash', '=', hashOf(ticket))
    .where('expires_at', '>', iso(clock.wall()))
    .executeTakeFirst()
  if (!row) return undefined
  return {
    format: row.format as WantedExport['format'],
    filter: JSON.parse(row.filter) as ExportFilter,
    by: { id: row.actor, name: row.actor_name },
  }
}

/** Takes a ticket. Resolves to whether it was there: of several who ask at once it is for one. */
export function takeTicket(
  { inTransaction, clock }: StaffContext,
  ticket: string,
): Promise<boolean> {
  return inTransaction(async (within) => {
    await forgetOldTickets(within, clock.wall())
    const taken = await within
      .deleteFrom('lead_export_ticket')
      .where('hash', '=', hashOf(ticket))
      .executeTakeFirst()
    return taken.numDeletedRows > 0
  })
}

/** What was searched for may be somebody's name: nothing stays of a ticket that has expired. */
export async function forgetOldTickets(within: Kysely<LeadTables>, now: number): Promise<void> {
  await within.deleteFrom('lead_export_ticket').where('expires_at', '<=', iso(now)).execute()
}

/** What lies in the database fetches nothing. */
function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('base64url')
}

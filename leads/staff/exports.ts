import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { iso } from '../clock.ts'
import type { ExportFilter } from '../contract/contract.ts'
import type { Actor } from '../contract/permissions.ts'
import type { LeadTables } from '../store/database/tables.ts'
import { recordEvent } from './audit/audit-log.ts'
import { describeFilter } from './audit/read-audit.ts'
import type { StaffContext } from './context.ts'
import type { ExportFormat } from './export/write-leads.ts'
import type { LeadIndex } from './index/lead-index.ts'

/** An export that somebody asks for. */
interface WantedExport {
  format: ExportFormat
  filter: ExportFilter
  by: Actor
}

/** How long a ticket is valid, in milliseconds. */
const lifetimeMs = 60_000

/** Stores an export and resolves to a ticket that fetches it, once and within a minute, from any process. */
export async function makeTicket(
  { inTransaction, clock }: StaffContext,
  { format, filter, by }: WantedExport,
): Promise<string> {
  const ticket = randomBytes(24).toString('base64url')
  const row = {
    hash: hashOf(ticket),
    actor: by.id,
    actor_name: by.name,
    format,
    filter: JSON.stringify(filter),
    expires_at: iso(clock.wall() + lifetimeMs),
  }
  await inTransaction(async (within) => {
    await deleteExpiredTickets(within, clock.wall())
    await within.insertInto('lead_export_ticket').values(row).execute()
  })
  return ticket
}

/**
 * Uses a ticket up and starts its export, the oldest lead first, as one consistent snapshot. Undefined where the ticket is
 * unknown, used, expired or not of `by`; of several calls at once one gets it. It stays valid when no export can start.
 */
export async function startExport(
  context: StaffContext,
  index: Pick<LeadIndex, 'export'>,
  ticket: string,
  by: Actor | undefined,
) {
  const wanted = await readTicket(context, ticket)
  if (!wanted || (by && by.id !== wanted.by.id)) return undefined
  const { format, filter } = wanted
  const record = (action: string, detail: object) =>
    recordEvent(context, { by: wanted.by, action, detail: { format, ...detail } })
  // While others are under way this throws, and the ticket stays valid.
  const { stream, rows } = await index.export(format, filter, context.nameOf)
  try {
    if (!(await takeTicket(context, ticket))) {
      stream.destroy()
      return undefined
    }
    // Before the first row leaves.
    await record('leads.exported', describeFilter(filter, context.forms))
  } catch (error) {
    stream.destroy()
    throw error
  }
  return {
    format,
    /** Ends its snapshot of the leads when it is read to its end or destroyed. */
    stream,
    /** Records how it ended. */
    ended: (isWhole: boolean) => record('leads.export-ended', { rows: rows(), whole: isWhole }),
  }
}

async function readTicket(
  { database, clock }: StaffContext,
  ticket: string,
): Promise<WantedExport | undefined> {
  const row = await database
    .selectFrom('lead_export_ticket')
    .selectAll()
    .where('hash', '=', hashOf(ticket))
    .where('expires_at', '>', iso(clock.wall()))
    .executeTakeFirst()
  return (
    row && {
      format: row.format as ExportFormat,
      filter: JSON.parse(row.filter) as ExportFilter,
      by: { id: row.actor, name: row.actor_name },
    }
  )
}

/** Deletes a ticket. Resolves to whether it was there: of several calls at once, one gets true. */
function takeTicket({ inTransaction, clock }: StaffContext, ticket: string): Promise<boolean> {
  return inTransaction(async (within) => {
    await deleteExpiredTickets(within, clock.wall())
    const taken = await within
      .deleteFrom('lead_export_ticket')
      .where('hash', '=', hashOf(ticket))
      .executeTakeFirst()
    return taken.numDeletedRows > 0
  })
}

/** Deletes tickets that have expired: a filter may contain somebody's name. */
export async function deleteExpiredTickets(within: Kysely<LeadTables>, now: number): Promise<void> {
  await within.deleteFrom('lead_export_ticket').where('expires_at', '<=', iso(now)).execute()
}

/** The database holds hashes only, which fetch nothing. */
function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('base64url')
}

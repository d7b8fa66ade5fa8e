import { createHash, randomBytes } from 'node:crypto'
import { iso } from '../clock.ts'
import type { ExportFilter } from '../contract/exports.ts'
import type { Actor } from '../contract/permissions.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import { recordEvent } from './audit/audit-log.ts'
import { describeFilter } from './audit/read-audit.ts'
import type { StaffContext } from './context.ts'
import type { ExportFormat } from './export/write-leads.ts'
import type { createExports } from './queries/export-leads.ts'

/** A requested export. */
interface RequestedExport {
  format: ExportFormat
  filter: ExportFilter
  by: Actor
}

/** Lifetime of a ticket, in milliseconds. */
const lifetimeMs = 60_000

/** Stores an export and resolves to a ticket. The ticket starts the export once, within a minute, in any process. */
export async function createTicket(
  { inTransaction, clock }: StaffContext,
  { format, filter, by }: RequestedExport,
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
 * Redeems a ticket and starts its export, oldest lead first, as one consistent snapshot. Resolves to undefined if the
 * ticket is unknown, used, expired, or not issued to `by`. Of several calls at the same time, only one succeeds. The
 * ticket stays valid if no export can start.
 */
export async function startExport(
  context: StaffContext,
  exports: Pick<ReturnType<typeof createExports>, 'start'>,
  ticket: string,
  by: Actor | undefined,
) {
  const requested = await readTicket(context, ticket)
  if (!requested || (by && by.id !== requested.by.id)) return undefined
  const { format, filter } = requested
  const record = (action: string, detail: object) =>
    recordEvent(context, { by: requested.by, action, detail: { format, ...detail } })
  // Throws while too many other exports run; the ticket stays valid.
  const { stream, rows } = exports.start(format, filter, context.nameOf)
  try {
    if (!(await deleteTicket(context, ticket))) {
      stream.destroy()
      return undefined
    }
    // Recorded before the first row is sent.
    await record('leads.exported', describeFilter(filter, context.forms))
  } catch (error) {
    stream.destroy()
    throw error
  }
  return {
    format,
    /** The export's output. Its snapshot of the leads ends when the stream is read to the end or destroyed. */
    stream,
    /** Records the end of the export. */
    ended: (isWhole: boolean) => record('leads.export-ended', { rows: rows(), whole: isWhole }),
  }
}

async function readTicket(
  { database, clock }: StaffContext,
  ticket: string,
): Promise<RequestedExport | undefined> {
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

/** Deletes a ticket. Resolves to whether it existed: of several calls at the same time, one gets true. */
function deleteTicket({ inTransaction, clock }: StaffContext, ticket: string): Promise<boolean> {
  return inTransaction(async (within) => {
    await deleteExpiredTickets(within, clock.wall())
    const deleted = await within
      .deleteFrom('lead_export_ticket')
      .where('hash', '=', hashOf(ticket))
      .executeTakeFirst()
    return deleted.numDeletedRows > 0
  })
}

/** Deletes expired tickets, because a filter may contain a person's name. */
export async function deleteExpiredTickets(within: LeadDatabase, now: number): Promise<void> {
  await within.deleteFrom('lead_export_ticket').where('expires_at', '<=', iso(now)).execute()
}

/** Returns a ticket's hash. The database contains only hashes, which cannot start an export. */
function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('base64url')
}

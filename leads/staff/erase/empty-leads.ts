import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eraseApplicantsOf } from '../../applicants/erase.ts'
import { iso } from '../../clock.ts'
import type { Actor } from '../../contract/permissions.ts'
import type { LeadDatabase, LeadTables } from '../../store/database/tables.ts'
import type { FoundTables } from '../../store/database/tables-in.ts'
import { queueForIndex } from '../../store/index-queue.ts'
import type { StoreContext } from '../../store/store-context.ts'
import { appendAudit } from '../audit/audit-log.ts'
import type { ErasedList } from './erased-list.ts'

/** The dependencies of functions that erase leads. */
export interface EraseContext extends Pick<StoreContext, 'inTransaction' | 'clock'> {
  erasedList: ErasedList
  /** Existing tables, if an earlier version created them; otherwise this version's tables exist. */
  tables?: FoundTables | undefined
}

/** Maximum number of leads in one transaction, which takes a few hundredths of a second. */
const pageSize = 100

/** Pause between transactions, in which submissions are stored. In milliseconds. */
const pauseMs = 10

/** Yields pages of ids with a pause between them, so that a transaction per page does not delay submissions. */
export async function* pagesOf(ids: readonly string[]): AsyncGenerator<readonly string[]> {
  for (let start = 0; start < ids.length; start += pageSize) {
    if (start > 0) await sleep(pauseMs)
    yield ids.slice(start, start + pageSize)
  }
}

/**
 * Empties leads and deletes their notes; counts stay the same. The audit log gets each id and the reason in `why`:
 * `request`, `retention`, or `again`. Resolves to the ids that were not empty before.
 */
export async function emptyLeads(
  erasing: EraseContext,
  ids: readonly string[],
  by: Actor,
  why: string,
): Promise<string[]> {
  const { inTransaction, clock, erasedList } = erasing
  const emptied: string[] = []
  for await (const some of pagesOf(ids)) {
    // Appended first: if the process dies in between, the list may contain a lead that was not erased, but never
    // lacks an erased one.
    await erasedList.append(some, iso(clock.wall()))
    const isNew = await inTransaction((within) => emptySome(within, some, erasing, by, why))
    emptied.push(...isNew)
  }
  return emptied
}

async function emptySome(
  within: LeadDatabase,
  ids: readonly string[],
  { tables, clock }: EraseContext,
  by: Actor,
  why: string,
): Promise<string[]> {
  const isThere = (table: keyof LeadTables) => tables?.has(table) ?? true
  const emptied: string[] = []
  for (const id of ids) {
    const { numUpdatedRows } = await within
      .updateTable('lead')
      .set(({ eb }) =>
        onlyColumns(tables?.get('lead'), {
          ...{ state: 'erased', payload: '{}', first_touch: null, last_error: null },
          ...{ next_attempt_at: null, lease_owner: null, lease_until: null },
          // The old fingerprint would reveal the content to people who guess it, and would match new submissions.
          fingerprint: randomBytes(32).toString('hex'),
          revision: eb('revision', '+', 1),
        }),
      )
      .where('id', '=', id)
      .where('state', '!=', 'erased')
      .executeTakeFirst()
    if (numUpdatedRows > 0n) emptied.push(id)
  }
  if (emptied.length === 0) return []
  if (isThere('lead_note')) {
    await within.deleteFrom('lead_note').where('lead_id', 'in', emptied).execute()
  }
  if (isThere('lead_applicant')) await eraseApplicantsOf(within, emptied)
  if (isThere('lead_to_index')) await queueForIndex(within, emptied)
  if (isThere('lead_audit')) {
    const events = emptied.map((lead) => ({ by, action: 'lead.erased', lead, detail: { why } }))
    await appendAudit(within, events, iso(clock.wall()))
  }
  return emptied
}

/** Removes values of columns that do not exist in an earlier version's table. */
function onlyColumns<Values extends object>(
  columns: ReadonlySet<string> | undefined,
  values: Values,
): Partial<Values> {
  if (!columns) return values
  const found = Object.entries(values).filter(([name]) => columns.has(name))
  return Object.fromEntries(found) as Partial<Values>
}

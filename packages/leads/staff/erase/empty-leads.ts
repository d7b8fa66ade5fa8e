import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eraseApplicantsOf } from '../../applicants/erase.ts'
import { iso } from '../../clock.ts'
import type { Actor } from '../../contract/permissions.ts'
import { BatchSize } from '../../store/batch-size.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import type { InTransaction } from '../../store/database/transaction.ts'
import { changeLeads, deriveAgain } from '../../store/derived/change.ts'
import type { StoreContext } from '../../store/store-context.ts'
import { appendAudit } from '../audit/audit-log.ts'
import type { ErasedList } from './erased-list.ts'

/** The dependencies of functions that empty leads. */
export interface EmptyContext extends Pick<StoreContext, 'inTransaction' | 'clock'> {
  erasedList: ErasedList
}

/** Maximum number of leads in one transaction. */
const maxPage = 100

/** Pause between transactions, in which submissions are stored. In milliseconds. */
const pauseMs = 10

/**
 * Runs a transaction for each page of ids, with a pause between them, in which submissions are stored. Resolves to all
 * results.
 */
export async function inPages<Result>(
  inTransaction: InTransaction,
  ids: readonly string[],
  work: (within: LeadDatabase, page: readonly string[]) => Promise<Result[]>,
  before = async (_page: readonly string[]) => {},
): Promise<Result[]> {
  const batch = new BatchSize(maxPage)
  const results: Result[] = []
  for (let start = 0; start < ids.length; ) {
    if (start > 0) await sleep(pauseMs)
    const page = ids.slice(start, start + batch.size)
    await before(page)
    results.push(...(await inTransaction((within) => batch.measure(() => work(within, page)))))
    start += page.length
  }
  return results
}

/**
 * Empties leads and deletes their notes; counts stay the same. The audit log gets each id and the reason in `why`:
 * `request`, `retention`, or `again`. Resolves to the ids that were not empty before.
 */
export async function emptyLeads(
  { inTransaction, clock, erasedList }: EmptyContext,
  ids: readonly string[],
  by: Actor,
  why: string,
): Promise<string[]> {
  const empty = async (within: LeadDatabase, page: readonly string[]) => {
    const changed = await changeLeads(within, page, () => emptySome(within, page))
    const events = changed.map((lead) => ({ by, action: 'lead.erased', lead, detail: { why } }))
    await appendAudit(within, events, iso(clock.wall()))
    return changed
  }
  // Appended first: if the process dies in between, the list may contain a lead that was not erased, but never lacks an
  // erased one.
  return inPages(inTransaction, ids, empty, (page) => erasedList.append(page, iso(clock.wall())))
}

async function emptySome(within: LeadDatabase, ids: readonly string[]): Promise<string[]> {
  const emptied: string[] = []
  for (const id of ids) {
    const { numUpdatedRows } = await within
      .updateTable('lead')
      .set(({ eb }) => ({
        ...{ state: 'erased', payload: '{}', first_touch: null, last_error: null },
        ...{ next_attempt_at: null, lease_owner: null, lease_until: null },
        // The old fingerprint would reveal the content to people who guess it, and would match new submissions.
        fingerprint: randomBytes(32).toString('hex'),
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', id)
      .where('state', '!=', 'erased')
      .executeTakeFirst()
    if (numUpdatedRows > 0n) emptied.push(id)
  }
  if (emptied.length === 0) return []
  await within.deleteFrom('lead_note').where('lead_id', 'in', emptied).execute()
  await deriveAgain(within, emptied, [])
  await eraseApplicantsOf(within, emptied)
  return emptied
}

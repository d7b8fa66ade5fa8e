import { randomBytes } from 'node:crypto'
import { eraseApplicantsOf } from '../../applicants/erase.ts'
import { iso } from '../../clock.ts'
import type { Actor } from '../../contract/permissions.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { changeLeads, deriveAgain } from '../../store/derived/change.ts'
import { inPages } from '../../store/pages.ts'
import type { StoreContext } from '../../store/store-context.ts'
import { appendAudit } from '../audit/audit-log.ts'
import type { ErasedList } from './erased-list.ts'

/** The dependencies of functions that empty leads. */
export interface EmptyContext extends Pick<StoreContext, 'inTransaction' | 'clock'> {
  erasedList: ErasedList
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

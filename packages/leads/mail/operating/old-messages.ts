import { iso } from '../../clock.ts'
import { valueList } from '../../store/database/row-table.ts'
import { inPages } from '../../store/pages.ts'
import type { StoreContext } from '../../store/store-context.ts'

/** Age at which messages are deleted that are not kept with a lead, in milliseconds: 90 days. */
const keptMs = 90 * 86_400_000

/** Maximum number of messages in one query. */
const pageSize = 1_000

/** Deletes old messages to staff, and old ones that were never sent. Others are kept as long as their lead. */
export async function deleteOldMessages(
  { database, inTransaction }: Pick<StoreContext, 'database' | 'inTransaction'>,
  now: number,
): Promise<void> {
  const old = database.selectFrom('lead_message').select('id').limit(pageSize)
  const before = old.where('created_at', '<', iso(now - keptMs))
  const suppressed = before.where('state', '=', 'suppressed').where('next_attempt_at', 'is', null)
  for (const unkept of [before.where('applicant_id', 'is', null), suppressed]) {
    for (let found = pageSize; found === pageSize; ) {
      const ids = (await unkept.execute()).map(({ id }) => id)
      found = ids.length
      await inPages(inTransaction, ids, async (within, page) =>
        within.deleteFrom('lead_message').where('id', 'in', valueList(within, page)).execute(),
      )
    }
  }
}

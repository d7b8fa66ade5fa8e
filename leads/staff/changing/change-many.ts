import { setTimeout as sleep } from 'node:timers/promises'
import { iso } from '../../clock.ts'
import type { BulkChange, LeadPage, LeadQuery } from '../../contract/contract.ts'
import type { Actor } from '../../contract/permissions.ts'
import { TooManyLeadsError } from '../../errors.ts'
import { isPostgres } from '../../store/database/dialect.ts'
import { toIndex } from '../../store/lead-to-index.ts'
import { appendAudit } from '../audit/append.ts'
import type { AuditEvent } from '../audit/audit-log.ts'
import type { StaffContext } from '../context.ts'
import { describeFilter } from '../describe-filter.ts'
import { changedColumns, setValues } from './change.ts'
import { makeDue } from './replay.ts'

/** So many leads are changed by one request: some seconds' work. */
const most = 10_000

/** So many leads are changed by one transaction, which takes some hundredths of a second. */
const page = 100

/** Between pages visitors are stored; in milliseconds. */
const pause = 10

/**
 * Changes those that are named, or all that a filter finds when it begins. Each is changed as it is
 * then: who changes many has seen none of them.
 *
 * @throws TooManyLeadsError before anything is changed
 */
export async function changeMany(
  { inTransaction, clock }: StaffContext,
  list: (query: LeadQuery) => Promise<LeadPage>,
  { ids, filter, status, owner, replay }: BulkChange,
  by: Actor,
): Promise<{ changed: number }> {
  const chosen = ids ? [...new Set(ids)] : await found(list, filter ?? {})
  let changed = 0
  for (let start = 0; start < chosen.length; start += page) {
    const some = chosen.slice(start, start + page)
    changed += await inTransaction(async (within) => {
      const at = iso(clock.wall())
      const leads = await within
        .selectFrom('lead')
        .select(changedColumns)
        .where('id', 'in', some)
        .orderBy('id')
        .$if(isPostgres(within), (query) => query.forUpdate())
        .execute()
      const touched = new Set<string>()
      const events: AuditEvent[] = []
      for (const before of leads) {
        const detail = await setValues(within, before, { status, owner }, at)
        if (detail === undefined || detail === 'conflict') continue
        touched.add(before.id)
        events.push({ by, action: 'lead.changed', lead: before.id, detail })
      }
      await toIndex(within, [...touched])
      for (const id of replay ? await makeDue(within, some, iso(clock.monotonic())) : []) {
        touched.add(id)
        events.push({ by, action: 'lead.replayed', lead: id })
      }
      await appendAudit(within, events, at)
      return touched.size
    })
    await sleep(pause)
  }
  const detail = { leads: changed, ...(filter && describeFilter(filter)) }
  await inTransaction((within) =>
    appendAudit(within, [{ by, action: 'leads.changed', detail }], iso(clock.wall())),
  )
  return { changed }
}

async function found(
  list: (query: LeadQuery) => Promise<LeadPage>,
  filter: NonNullable<BulkChange['filter']>,
): Promise<string[]> {
  const ids: string[] = []
  let after: string | undefined
  do {
    const { leads, next, total } = await list({ ...filter, sort: 'oldest', limit: 200, after })
    if (total > most || ids.length > most) {
      throw new TooManyLeadsError(`At most ${most} leads are changed at once: choose fewer`)
    }
    ids.push(...leads.map(({ id }) => id))
    after = next ?? undefined
  } while (after !== undefined)
  return ids
}

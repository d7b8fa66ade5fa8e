import { setTimeout as sleep } from 'node:timers/promises'
import { iso } from '../../clock.ts'
import { system } from '../../contract/permissions.ts'
import type { LeadDatabase } from '../../store/database/tables.ts'
import { type EmptyContext, emptyLeads } from '../erase/empty-leads.ts'

/** Number of leads erased because of their age, by form. */
export type ErasedByForm = Readonly<Record<string, number>>

/** Maximum number of leads in one query. */
const pageSize = 500

/** Pause between pages, in which submissions are stored. In milliseconds. */
const pauseMs = 20

const dayMs = 86_400_000

/** Returns a function that erases leads that are older than a number of days, until `signal` is aborted. */
export function createRetentionSweep(database: LeadDatabase, erasing: EmptyContext) {
  /** Position in the order of age up to which each form's leads are erased, so that these are not read again. */
  const done = new Map<string, { created_at: string; id: string }>()

  async function eraseForm(form: string, spam: number, before: string, signal: AbortSignal) {
    const key = `${spam} ${form}`
    let count = 0
    while (!signal.aborted) {
      const last = done.get(key) ?? { created_at: '', id: '' }
      const rows = await database
        .selectFrom('lead')
        .select(['id', 'state', 'created_at'])
        .where('spam', '=', spam)
        .where('form', '=', form)
        .where('created_at', '<', before)
        .where('created_at', '>=', last.created_at)
        .where((row) => row.or([row('created_at', '>', last.created_at), row('id', '>', last.id)]))
        .orderBy('created_at')
        .orderBy('id')
        .limit(pageSize)
        .execute()
      const old = rows.filter(({ state }) => state !== 'erased').map(({ id }) => id)
      count += (await emptyLeads(erasing, old, system, 'retention')).length
      const [end] = rows.slice(-1)
      if (end) done.set(key, end)
      if (rows.length < pageSize) break
      await sleep(pauseMs)
    }
    return count
  }

  return async (days: number, signal: AbortSignal): Promise<ErasedByForm> => {
    const erased: Record<string, number> = {}
    const before = iso(erasing.clock.wall() - days * dayMs)
    // Also of forms that the site has removed.
    const groups = await database.selectFrom('lead').select(['spam', 'form']).distinct().execute()
    for (const { form, spam } of groups) {
      const count = await eraseForm(form, spam, before, signal)
      if (count > 0) erased[form] = (erased[form] ?? 0) + count
    }
    return erased
  }
}

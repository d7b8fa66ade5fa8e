import type { Wave } from '../contract/waves.ts'
import { isPostgres } from '../store/database/dialect.ts'
import type { WaveRow } from '../store/database/mail-tables.ts'
import type { LeadDatabase } from '../store/database/tables.ts'
import type { StoreContext } from '../store/store-context.ts'
import type { countWaves } from '../store/wave-counts.ts'

/** Number of people in one transaction, which takes a few milliseconds. */
export const batch = 100

/** Maximum number of waves in the list. */
const maxListed = 100

/** Locks a wave if it has one of these states, so that one process at a time works on it. */
export function lockWave(
  within: LeadDatabase,
  id: string,
  ...states: readonly Wave['state'][]
): Promise<WaveRow | undefined> {
  const wave = within.selectFrom('lead_wave').selectAll().where('id', '=', id)
  const found = states.length > 0 ? wave.where('state', 'in', states) : wave
  return (isPostgres(within) ? found.forUpdate() : found).executeTakeFirst()
}

/** Changes a wave. */
export const setWave = (within: LeadDatabase, id: string, set: Partial<WaveRow>) =>
  within.updateTable('lead_wave').set(set).where('id', '=', id).execute()

/**
 * Takes up to `limit` unsent messages of a wave that are not being sent, with their applicants. On PostgreSQL, locks
 * both and skips those that another transaction holds, so that it never waits.
 */
export function takeMessages(
  within: LeadDatabase,
  { id, states, limit, now }: { id: string; states: string[]; limit: number; now: string },
) {
  return within
    .selectFrom('lead_message')
    .innerJoin('lead_applicant', 'lead_applicant.id', 'lead_message.applicant_id')
    .select(['lead_message.id', 'applicant_id', 'transmitting_at', 'uncertain'])
    .select(['unsubscribed_at', 'bounced_at'])
    .where('wave_id', '=', id)
    .where('state', 'in', states)
    .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<=', now)]))
    .orderBy('state')
    .orderBy('lead_message.id')
    .limit(limit)
    .$if(isPostgres(within), (messages) =>
      messages.forUpdate(['lead_message', 'lead_applicant']).skipLocked(),
    )
    .execute()
}

/** Returns whether a wave has messages in these states. */
export async function hasMessages(
  within: LeadDatabase,
  id: string,
  states: string[],
): Promise<boolean> {
  const found = within.selectFrom('lead_message').select('id').where('wave_id', '=', id)
  return (await found.where('state', 'in', states).limit(1).execute()).length > 0
}

/** Makes people invitable again, who did not get their invitation. */
export async function uninvite(
  within: LeadDatabase,
  messages: readonly { applicant_id: string | null }[],
): Promise<void> {
  const ids = messages.flatMap(({ applicant_id }) => applicant_id ?? [])
  if (ids.length === 0) return
  const people = within.updateTable('lead_applicant').where('id', 'in', ids)
  await people.set({ invited_at: null }).execute()
}

/** Returns waves with their progress, the newest first, or only one wave. */
export async function readWaves(
  { database }: Pick<StoreContext, 'database'>,
  count: (ids: readonly string[]) => ReturnType<typeof countWaves>,
  id?: string,
): Promise<Wave[]> {
  const rows = await database
    .selectFrom('lead_wave')
    .select(['id', 'name', 'state', 'reason', 'per_hour as perHour', 'starts_at as startsAt'])
    .select(['next_at as nextAt', 'size', 'prepared', 'created_at as createdAt'])
    .select(['created_by', 'created_by_name'])
    .$if(id !== undefined, (wave) => wave.where('id', '=', id ?? ''))
    .orderBy('created_at', 'desc')
    .limit(maxListed)
    .execute()
  const counts = await count(rows.map((row) => row.id))
  return rows.map(({ created_by, created_by_name, ...row }) => {
    const inStates = (...states: string[]) =>
      counts
        .filter((one) => one.id === row.id && states.includes(one.state))
        .reduce((sum, { messages }) => sum + messages, 0)
    return {
      ...(row as Pick<Wave, 'state' | 'reason'> & typeof row),
      by: { id: created_by, name: created_by_name },
      progress: {
        waiting: inStates('waiting'),
        sending: inStates('pending', 'held'),
        sent: inStates('delivered'),
        bounced: inStates('bounced'),
        failed: inStates('exhausted', 'uncertain'),
        suppressed: inStates('suppressed'),
        erased: inStates('erased'),
        canceled: inStates('canceled'),
      },
    }
  })
}

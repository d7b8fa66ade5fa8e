import type { Wave } from '../contract/waves.ts'
import { isPostgres } from '../store/database/dialect.ts'
import type { WaveRow } from '../store/database/mail-tables.ts'
import type { LeadDatabase } from '../store/database/tables.ts'

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
 * Takes up to `limit` messages of a wave in these states that are not being sent, in order. On PostgreSQL, locks them,
 * and skips those that another transaction holds, so that it never waits.
 */
export function takeMessages(
  within: LeadDatabase,
  { id, states, limit, now }: { id: string; states: string[]; limit: number; now: string },
) {
  return within
    .selectFrom('lead_message')
    .select(['id', 'applicant_id', 'transmitting_at', 'uncertain'])
    .where('wave_id', '=', id)
    .where('state', 'in', states)
    .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<=', now)]))
    .orderBy('id')
    .limit(limit)
    .$if(isPostgres(within), (messages) => messages.forUpdate().skipLocked())
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

/** The states of messages that are counted together as progress. */
const progressStates: Record<keyof Wave['progress'], readonly string[]> = {
  waiting: ['waiting'],
  sending: ['pending', 'held'],
  sent: ['delivered'],
  bounced: ['bounced'],
  failed: ['exhausted', 'uncertain'],
  suppressed: ['suppressed'],
  erased: ['erased'],
  canceled: ['canceled'],
}

/** Returns waves with their progress, the newest first, or only one wave. */
export async function readWaves(database: LeadDatabase, id?: string): Promise<Wave[]> {
  const rows = await database
    .selectFrom('lead_wave')
    .select(['id', 'name', 'state', 'per_hour as perHour', 'size', 'created_at as createdAt'])
    .select(['created_by', 'created_by_name'])
    .$if(id !== undefined, (wave) => wave.where('id', '=', id ?? ''))
    .orderBy('created_at', 'desc')
    .limit(maxListed)
    .execute()
  const ids = ['', ...rows.map((row) => row.id)]
  const counts = await database
    .selectFrom('lead_message')
    .select(({ fn }) => ['wave_id', 'state', fn.countAll().as('messages')])
    .where('wave_id', 'in', ids)
    .groupBy(['wave_id', 'state'])
    .execute()
  return rows.map(({ created_by, created_by_name, ...row }) => {
    const progress = Object.entries(progressStates).map(([name, states]) => {
      const counted = counts.filter((one) => one.wave_id === row.id && states.includes(one.state))
      return [name, counted.reduce((sum, { messages }) => sum + Number(messages), 0)]
    })
    return {
      ...(row as Pick<Wave, 'state'> & typeof row),
      by: { id: created_by, name: created_by_name },
      progress: Object.fromEntries(progress) as Wave['progress'],
    }
  })
}

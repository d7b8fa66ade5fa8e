import { iso } from '../clock.ts'
import type { Actor } from '../contract/permissions.ts'
import type { NewWave, Wave, WaveAction, WavePeople, WavePreview } from '../contract/waves.ts'
import type { MailOptions } from '../mail/mailer.ts'
import { rankOf } from '../referrals/rank.ts'
import { appendAudit, recordEvent } from '../staff/audit/audit-log.ts'
import type { LeadIndex } from '../staff/index/lead-index.ts'
import { storable } from '../store/storable.ts'
import type { StoreContext } from '../store/store-context.ts'
import { changeWave } from './change.ts'
import { choosePeople } from './people.ts'
import { readWaves } from './wave.ts'

/**
 * Creates the operations of staff on waves. The caller checks permissions. Changes are recorded in the same transaction.
 * `onChange` is called when a wave has work to do.
 */
export function createWaves(
  context: StoreContext,
  index: LeadIndex,
  mail: Pick<MailOptions, 'siteUrl' | 'render'> | undefined,
  onChange: () => void,
) {
  const { database, inTransaction, clock } = context
  const find = async (id: string): Promise<Wave | undefined> =>
    (await readWaves(context, index.countWaves, id))[0]

  return {
    list: (): Promise<Wave[]> => readWaves(context, index.countWaves),

    /**
     * Returns whom a wave would invite, and a sample of the message.
     *
     * @throws TooManyLeadsError when there are too many
     */
    async preview(wanted: WavePeople, by: Actor): Promise<WavePreview> {
      const { total, first, leftOut } = await choosePeople(context, index, wanted)
      const people: WavePreview['people'] = []
      for (const one of first) {
        people.push({ name: one.name, rank: (await rankOf(database, one)) ?? 0 })
      }
      const detail = { people: total }
      await recordEvent(context, { by, action: 'wave.previewed', detail })
      return { total, people, leftOut, sample: await sampleFor(people[0], mail) }
    },

    /**
     * Creates a wave, or returns the one with this id.
     *
     * @throws TooManyLeadsError when there are too many people
     */
    async create({ id, name, perHour, startsAt, ...wanted }: NewWave, by: Actor): Promise<Wave> {
      const created = await find(id)
      if (created) return created
      const { ids } = wanted.ids || wanted.filter ? await choosePeople(context, index, wanted) : {}
      const now = clock.wall()
      const starts_at = iso(Math.max(now, startsAt ? Date.parse(startsAt) : 0))
      const size = ids?.length ?? wanted.count
      const row = {
        ...{ id, name: storable(name), state: 'preparing', per_hour: perHour, size },
        ...{ starts_at, next_at: starts_at, people: ids ? JSON.stringify(ids) : null },
        ...{
          created_at: iso(now),
          created_by: storable(by.id),
          created_by_name: storable(by.name),
        },
      }
      await inTransaction(async (within) => {
        const insert = within.insertInto('lead_wave').values(row)
        const added = await insert
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst()
        const detail = { wave: id, people: size, perHour }
        if (added) await appendAudit(within, [{ by, action: 'wave.created', detail }], iso(now))
      })
      onChange()
      return (await find(id)) as Wave
    },

    /** Pauses, resumes, or cancels a wave. Resolves to the wave, or to the state that makes it impossible. */
    async change(id: string, action: WaveAction, by: Actor): Promise<Wave | string> {
      const impossible = await changeWave(context, id, action, by)
      onChange()
      return impossible ?? ((await find(id)) as Wave)
    },
  }
}

/** Returns the message to a person, with links that do not work; null if it cannot be rendered now. */
async function sampleFor(
  person: { name: string; rank: number } | undefined,
  mail: Pick<MailOptions, 'siteUrl' | 'render'> | undefined,
): Promise<WavePreview['sample']> {
  const [site, { name, rank }] = [mail?.siteUrl(), person ?? { name: 'Amina', rank: 1 }]
  const links = {
    page: `${site}/me/…`,
    referral: `${site}/r/…`,
    unsubscribe: `${site}/unsubscribe/…`,
  }
  const rendered = mail?.render('invited', { name, position: rank, referrals: 0, links, data: {} })
  return (await rendered?.catch(() => null)) ?? null
}

import { iso } from '../clock.ts'
import type { Actor } from '../contract/permissions.ts'
import type { NewWave, Wave, WaveAction, WavePeople, WavePreview } from '../contract/waves.ts'
import type { MailOptions } from '../mail/mailer.ts'
import { rankOf } from '../referrals/rank.ts'
import { recordEvent } from '../staff/audit/audit-log.ts'
import type { ApplicantRow } from '../store/database/mail-tables.ts'
import { storable } from '../store/storable.ts'
import type { StoreContext } from '../store/store-context.ts'
import { changeWave } from './change.ts'
import { fillWave, startWave } from './fill-wave.ts'
import { choosePeople, countLeftOut } from './people.ts'
import { readWaves } from './wave.ts'

type WaveMail = Pick<MailOptions, 'siteUrl' | 'homeUrl' | 'render'>

/** The values of a person in a sample of the message. */
type Sampled = Pick<ApplicantRow, 'name' | 'language'> & { rank: number }

/** Number of people that a preview shows. */
const maxShown = 100

/**
 * Creates the operations of staff on waves. The caller checks permissions. Changes are recorded in the same transaction.
 * `onChange` is called when a wave has work to do.
 */
export function createWaves(
  context: StoreContext,
  mail: WaveMail | undefined,
  onChange: () => void,
) {
  const { database, inTransaction, clock } = context
  const find = async (id: string) => (await readWaves(database, id))[0] as Wave

  return {
    list: (): Promise<Wave[]> => readWaves(database),

    /** Returns whom a wave would invite, and a sample of the message. */
    async preview(wanted: WavePeople, by: Actor): Promise<WavePreview> {
      const chosen = await choosePeople(database, wanted)
      const people: WavePreview['people'] = []
      const languages: WavePreview['languages'] = {}
      for (const { language } of chosen) languages[language] = (languages[language] ?? 0) + 1
      for (const one of chosen.slice(0, maxShown)) {
        people.push({ name: one.name, rank: (await rankOf(database, one)) ?? 0 })
      }
      const [total, leftOut] = [chosen.length, await countLeftOut(database, wanted)]
      await recordEvent(context, { by, action: 'wave.previewed', detail: { people: total } })
      const sample = await sampleFor({ ...people[0], ...chosen[0] }, mail)
      return { total, languages, people, leftOut, sample }
    },

    /**
     * Creates a wave with all its messages, or completes the one with this id. It is paused until then. If the process
     * dies, a second request completes it, and nobody is left out or invited twice.
     */
    async create({ id, name, perHour, ...wanted }: NewWave, by: Actor): Promise<Wave> {
      const now = iso(clock.wall())
      const creator = { created_by: storable(by.id), created_by_name: storable(by.name) }
      const times = { next_at: now, created_at: now }
      const row = { id, name: storable(name), per_hour: perHour, ...times, ...creator }
      await inTransaction((within) =>
        within
          .insertInto('lead_wave')
          .values({ ...row, state: 'paused', size: 0 })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute(),
      )
      await fillWave(context, id, wanted)
      await startWave(context, id, by)
      onChange()
      return find(id)
    },

    /** Pauses, resumes, or cancels a wave. Resolves to the wave, or to the state that makes it impossible. */
    async change(id: string, action: WaveAction, by: Actor): Promise<Wave | string> {
      const impossible = await changeWave(context, id, action, by)
      onChange()
      return impossible ?? find(id)
    },
  }
}

/** Returns the message to a person, with links that do not work; null if it cannot be rendered now. */
async function sampleFor(
  { name = 'Amina', rank = 1, language = 'en' }: Partial<Sampled>,
  mail: WaveMail | undefined,
): Promise<WavePreview['sample']> {
  try {
    const home = (await mail?.homeUrl?.(language)) ?? mail?.siteUrl()
    const links = {
      page: `${home}/me/…`,
      referral: `${home}/r/…`,
      unsubscribe: `${home}/unsubscribe/…`,
    }
    const fields = { language, name, position: rank, referrals: 0, links, data: {} }
    return (await mail?.render('invited', fields)) ?? null
  } catch {
    return null
  }
}

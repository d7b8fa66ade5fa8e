import { challengeState, launchState, offerState } from '../../app/dates/state.ts'
import type { HomeContent } from './content.ts'

/** Dates within this time are shown, in milliseconds. */
const soonMs = 60 * 86_400_000

export interface UpcomingDate {
  title: string
  /** The time at which pages change. Absent if the date has passed. */
  changesAt?: number
  /** The document and field to change it. */
  field: { id: string; type: string; path: string }
}

/** Returns the dates in content that have passed or will pass soon, in order of time. */
export function upcomingDates(
  { settings, programs }: Pick<HomeContent, 'settings' | 'programs'>,
  now: number,
): UpcomingDate[] {
  const zone = settings?.timeZone ?? 'UTC'
  const inSettings = (path: string) => ({ id: 'siteSettings', type: 'siteSettings', path })
  const all = [
    {
      title: 'Launch',
      state: launchState(settings?.launch ?? {}, zone, now),
      field: inSettings('launch'),
    },
    {
      title: 'Deadline of the offer',
      state: offerState(settings?.offer ?? {}, zone, now),
      field: inSettings('offer'),
    },
    ...programs.map(({ _id: id, challenge }) => {
      const state = challengeState(challenge, now)
      return {
        title: state.name === 'before' ? 'Start of the challenge' : 'End of the challenge',
        state,
        field: { id, type: 'affiliateProgramme', path: 'challenge' },
      }
    }),
  ]
  return all
    .filter(({ state: { name, changesAt = Number.POSITIVE_INFINITY } }) =>
      ['passed', 'over'].includes(name) ? true : changesAt - now < soonMs,
    )
    .map(({ title, state: { changesAt }, field }) => ({
      title,
      field,
      ...(changesAt !== undefined && { changesAt }),
    }))
    .sort((a, b) => (a.changesAt ?? 0) - (b.changesAt ?? 0))
}

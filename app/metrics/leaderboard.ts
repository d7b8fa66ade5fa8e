import type { Leads } from 'halvi-leads'
import type { LeaderboardContent } from 'halvi-site/content/shapes'
import type { Logger } from 'pino'

/**
 * The data of the challenge's leaderboard. Without entries, the note says why. Texts that staff have not written are
 * null.
 */
export interface LeaderboardData {
  title: string | null
  note: string | null
  /** Only samples have earnings. */
  entries: readonly { position: number; name: string; referrals: number; earnings?: number }[]
}

/** Minimum number of real participants. Fewer would show more about them than about the challenge. */
const minParticipants = 3

/** Returns the leaderboard that staff chose to show. Returns null for none, or while participants cannot be read. */
export async function loadLeaderboard(
  { leads, log }: { leads: Pick<Leads, 'leaderboard'>; log: Pick<Logger, 'error'> },
  content: LeaderboardContent | null,
): Promise<LeaderboardData | null> {
  if (!content || content.source === 'off') return null
  const { title, note, entries, realTitle, realNote, empty } = content
  if (content.source !== 'real') return entries.length > 0 ? { title, note, entries } : null
  const participants = await leads.leaderboard().catch((error) => {
    log.error({ err: error }, 'reading the leaderboard failed')
  })
  if (!participants) return null
  const isShown = participants.length >= minParticipants
  return {
    title: realTitle,
    note: isShown ? realNote : empty,
    entries: (isShown ? participants : []).map(({ name, referrals }, index) => ({
      position: index + 1,
      name,
      referrals,
    })),
  }
}

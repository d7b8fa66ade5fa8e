import type { Challenge } from 'halvi-site/content/shapes'
import { fullTimeText } from 'halvi-site/dates/format'
import { hasEnded } from 'halvi-site/dates/state'
import { timeOf } from 'halvi-site/dates/time'
import { useLanguage } from 'halvi-site/language/context'
import { CountdownPanel } from './countdown-panel.tsx'

interface ChallengeCountdownProps {
  challenge: Challenge
  /** The time when the page was rendered, in milliseconds since 1970. */
  now: number
  /** The heading before, during, and after the challenge. */
  copy: { before: string; during: string; after: string | null }
}

/** Renders the countdown to the start of the challenge. It runs in the browser and shows zeros after the start. */
export function ChallengeCountdown({ challenge, now, copy }: ChallengeCountdownProps) {
  const { startsAt, timeZone } = challenge
  const { locale } = useLanguage()
  if (Number.isNaN(timeOf(startsAt))) return null
  return (
    <CountdownPanel
      startsAt={startsAt}
      moment={fullTimeText(startsAt, timeZone, locale)}
      now={now}
      before={copy.before}
      className="pt-14 lg:pt-20"
      after={hasEnded(challenge, now) ? (copy.after ?? copy.during) : copy.during}
    />
  )
}

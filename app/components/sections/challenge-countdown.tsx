import type { Challenge } from '../../content/shapes.ts'
import { fullTimeText } from '../../dates/format.ts'
import { hasEnded } from '../../dates/state.ts'
import { Countdown } from '../islands/countdown.tsx'
import { Island } from '../islands/island.tsx'

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
  const start = Date.parse(startsAt)
  if (Number.isNaN(start)) return null
  const countdown = {
    startsAt,
    moment: fullTimeText(startsAt, timeZone),
    now,
    before: copy.before,
    after: hasEnded(challenge, now) ? (copy.after ?? copy.during) : copy.during,
  }
  return (
    <section className="shell pt-14 lg:pt-20">
      <div className="night cut padded py-10 sm:px-12 lg:px-16 lg:py-14">
        <div className="grid items-end gap-8 lg:grid-cols-12">
          {now < start ? (
            <Island name="Countdown" start="idle" props={countdown} />
          ) : (
            <Countdown {...countdown} />
          )}
        </div>
      </div>
    </section>
  )
}

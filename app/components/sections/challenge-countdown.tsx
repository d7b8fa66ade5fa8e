import type { Challenge } from 'halvi-site/content/shapes'
import { fullTimeText } from 'halvi-site/dates/format'
import { hasEnded } from 'halvi-site/dates/state'
import { timeOf } from 'halvi-site/dates/time'
import { useLanguage } from 'halvi-site/language/context'
import { useWords } from 'halvi-site/words/context'
import { pluralForms } from 'halvi-site/words/plural-forms'
import type { ComponentProps } from 'react'
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

interface CountdownPanelProps extends Omit<ComponentProps<typeof Countdown>, 'labels'> {
  /** Classes for the space around the panel. */
  className: string
}

/** Renders a countdown in a dark panel. It runs in the browser only if the time is in the future. */
export function CountdownPanel({ className, ...props }: CountdownPanelProps) {
  const { days, hours, minutes, seconds } = useWords().programs
  const { locale } = useLanguage()
  const forms = (word: string) => pluralForms(word, locale)
  const countdown = {
    ...props,
    labels: {
      days: forms(days),
      hours: forms(hours),
      minutes: forms(minutes),
      seconds: forms(seconds),
    },
  }
  return (
    <section className={`shell ${className}`}>
      <div className="night cut padded py-10 sm:px-12 lg:px-16 lg:py-14">
        <div className="grid items-end gap-8 lg:grid-cols-12">
          {countdown.now < Date.parse(countdown.startsAt) ? (
            <Island name="Countdown" start="idle" props={countdown} />
          ) : (
            <Countdown {...countdown} />
          )}
        </div>
      </div>
    </section>
  )
}

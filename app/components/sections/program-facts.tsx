import type { ProgramNumbers } from 'halvi-site/content/shapes'
import { startText } from 'halvi-site/dates/format'
import { hasEnded } from 'halvi-site/dates/state'
import { useLanguage } from 'halvi-site/language/context'
import { numberText } from 'halvi-site/language/numbers'
import { percentText } from 'halvi-site/text/percents'
import { useWords } from 'halvi-site/words/context'

interface ProgramFactsProps {
  program: ProgramNumbers
  /** A note below the rate: the amount that the percentage refers to. */
  rateNote?: string | null | undefined
  /** The time when the page was rendered, in milliseconds since 1970. */
  now: number
}

/** Renders the numbers of an affiliate program. Skips missing ones. */
export function ProgramFacts({ program, rateNote, now }: ProgramFactsProps) {
  const words = useWords().programs
  const { locale } = useLanguage()
  const { rate, rateMonths, orderLimit, minimumFollowers, challenge } = program
  const facts = [
    { label: words.commission, value: percentText(rate, locale), note: rateNote },
    { label: words.rateMonths, value: rateMonths },
    { label: words.orderLimit, value: orderLimit },
    { label: words.minimumFollowers, value: minimumFollowers },
    { label: words.participants, value: challenge?.participants },
    { label: words.challengeDays, value: challenge?.days },
  ].filter(({ value }) => value !== null && value !== undefined)
  return (
    <dl className="fact-grid">
      {facts.map(({ label, value, note }) => (
        <div key={label}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-display text-2xl semibold text-brand">
            {typeof value === 'number' ? numberText(value, locale) : value}
          </dd>
          {note && <dd className="text-sm text-muted">{note}</dd>}
        </div>
      ))}
      {challenge?.startsAt && !hasEnded(challenge, now) && (
        <div>
          <dt className="text-sm text-muted">{words.start}</dt>
          <dd className="font-display text-xl semibold text-brand">
            <time dateTime={challenge.startsAt}>
              {startText(challenge.startsAt, challenge.timeZone, locale)}
            </time>
          </dd>
        </div>
      )}
    </dl>
  )
}

import type { PluralForms } from 'halvi-site/words/plural-forms'
import { Changing } from './changing.tsx'
import { useServerTime } from './hooks/use-server-time.ts'
import { timeLeft } from './time-left.ts'

/** Pairs that stay on one line if there is no room for all four units. */
const pairs = [
  ['days', 'hours'],
  ['minutes', 'seconds'],
] as const

interface CountdownProps {
  /** The end of the countdown, as an ISO date and as a text. */
  startsAt: string
  moment: string
  /** The label of each unit, in all plural forms. */
  labels: Readonly<Record<'days' | 'hours' | 'minutes' | 'seconds', PluralForms>>
  /** The time when the page was rendered, in milliseconds since 1970. */
  now: number
  /** The heading before and after the end of the countdown. */
  before: string
  after: string
}

/** Renders a countdown to `startsAt`. It shows zeros afterwards. */
export function Countdown(props: CountdownProps) {
  const { startsAt, moment, labels, before, after } = props
  const end = Date.parse(startsAt)
  const now = useServerTime(props.now, end)
  const left = timeLeft(end, now)
  return (
    <>
      <div className="lg:col-span-5">
        <div role="status">
          <h2 className="text-2xl">
            <Changing text={now < end ? before : after} />
          </h2>
        </div>
        <p className="mt-3 text-muted">
          <time dateTime={startsAt}>{moment}</time>
        </p>
      </div>
      <div role="timer" aria-label={before} className="countdown lg:col-span-7">
        {pairs.map((pair) => (
          <div key={pair[0]}>
            {pair.map((unit) => (
              <p key={unit} className="pt-3 line-above">
                <span
                  className="block font-display text-3xl semibold text-accent [font-variant-numeric:tabular-nums]"
                  data-unit={unit}
                >
                  <Changing text={String(left[unit]).padStart(2, '0')} />
                </span>{' '}
                <span className="text-sm text-muted">
                  <Changing text={formFor(labels[unit], left[unit]) ?? ''} />
                </span>
              </p>
            ))}
          </div>
        ))}
      </div>
    </>
  )
}

/** Returns the form of a word for a number. */
function formFor([locale, forms]: PluralForms, count: number): string | undefined {
  return forms[new Intl.PluralRules(locale).select(count)] ?? forms.other
}

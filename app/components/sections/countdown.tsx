import type { Challenge } from '../../content/shapes.ts'
import { timeLeft } from '../../document/scripts/countdown.js'
import script from '../../document/scripts/countdown.js?url'
import { Motif } from '../motif/motif.tsx'
import { momentText } from '../text/facts.ts'

const labels = { days: 'Days', hours: 'Hours', minutes: 'Minutes', seconds: 'Seconds' } as const
/** Pairs stay together where there is no room for all four. */
const pairs = [
  ['days', 'hours'],
  ['minutes', 'seconds'],
] as const
const day = 86_400_000

interface CountdownProps {
  challenge: Challenge
  /** When the page was made, in milliseconds since 1970. */
  now: number
  /** What stands above the figures before, during and after the challenge. */
  copy: { before: string; during: string; after: string | null }
}

/**
 * The time until the challenge starts, zeros from then on. The page carries the figures of when it
 * was made; scripts/countdown.js keeps them running. The moment stands beside them in words.
 */
export function Countdown({ challenge, now, copy }: CountdownProps) {
  const { startsAt, timeZone, days } = challenge
  const start = Date.parse(startsAt)
  if (Number.isNaN(start)) return null
  const left = timeLeft(start, now)
  const waiting = now < start
  const over = now >= start + days * day ? (copy.after ?? copy.during) : copy.during
  return (
    <section className="shell pt-14 lg:pt-20">
      <div className="night cut relative isolate overflow-hidden px-6 py-10 sm:px-12 lg:px-16 lg:py-14">
        <Motif shape="lattice" size={132} className="lattice-fade text-ink opacity-20" />
        <div
          className="relative grid items-end gap-8 lg:grid-cols-12"
          data-countdown={waiting ? startsAt : undefined}
        >
          <div className="lg:col-span-5">
            <div role="status">
              <h2 className="text-2xl" data-over={waiting ? copy.during : undefined}>
                {waiting ? copy.before : over}
              </h2>
            </div>
            <p className="mt-3 text-muted">
              <time dateTime={startsAt}>{momentText(startsAt, timeZone)}</time>
            </p>
          </div>
          <div role="timer" aria-label={copy.before} className="countdown lg:col-span-7">
            {pairs.map((pair) => (
              <div key={pair[0]}>
                {pair.map((unit) => (
                  <p key={unit}>
                    <span className="countdown-figure" data-unit={unit}>
                      {String(left[unit]).padStart(2, '0')}
                    </span>{' '}
                    <span className="text-sm text-muted">{labels[unit]}</span>
                  </p>
                ))}
              </div>
            ))}
          </div>
        </div>
      </div>
      {waiting && <script type="module" src={script} />}
    </section>
  )
}

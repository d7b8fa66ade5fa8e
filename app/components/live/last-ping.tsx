import { useEffect, useState } from 'react'
import type { LastPing as Words } from '../../content/sanity.types.ts'
import { randomInt } from '../../metrics/figures.ts'
import { pingHighlightMs, pingMs } from '../../metrics/pace.ts'
import { useInterval } from './use-interval.ts'

interface LastPingProps {
  words: Words
  /** Seconds at first. */
  first: number
  running: boolean
}

/** How long ago the last ping was: drawn anew every 10 s and highlighted for a second then. */
export function LastPing({ words, first, running }: LastPingProps) {
  const [ping, setPing] = useState({ seconds: first, fresh: false })
  useInterval(
    () => setPing({ seconds: randomInt(words.range, Math.random), fresh: true }),
    pingMs,
    running,
  )
  useEffect(() => {
    if (!ping.fresh) return
    const timer = setTimeout(() => setPing({ ...ping, fresh: false }), pingHighlightMs)
    return () => clearTimeout(timer)
  }, [ping])
  return (
    <div className="figure-row" data-figure="lastPing">
      <dt>{words.label}</dt>
      <dd>
        <span className="last-ping" data-fresh={ping.fresh || undefined}>
          {ping.seconds} s ago
        </span>
      </dd>
    </div>
  )
}

import { useEffect, useState } from 'react'
import type { LastPing as LastPingCopy } from '../../../content/sanity.types.ts'
import { pingHighlightMs, pingMs } from '../../../metrics/intervals.ts'
import { secondsSincePing } from '../../../metrics/metrics.ts'
import { useInterval } from '../hooks/use-interval.ts'

interface LastPingProps {
  copy: LastPingCopy
  /** Seconds at first. */
  first: number
  running: boolean
}

/** How long ago the last ping was: made anew every 10 s and highlighted for a second then. */
export function LastPing({ copy, first, running }: LastPingProps) {
  const [ping, setPing] = useState({ seconds: first, fresh: false })
  useInterval(
    () => setPing({ seconds: secondsSincePing(copy.range, Date.now()), fresh: true }),
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
      <dt>{copy.label}</dt>
      <dd>
        <span className="last-ping" data-fresh={ping.fresh || undefined}>
          {ping.seconds} s ago
        </span>
      </dd>
    </div>
  )
}

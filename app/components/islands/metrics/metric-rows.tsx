import type { LastPing as LastPingCopy } from 'halvi-site/content/sanity.types'
import { useEffect, useState } from 'react'
import { pingHighlightMs, pingMs } from '../../../metrics/intervals.ts'
import type { LiveMetricsData } from '../../../metrics/load-metrics.ts'
import { type Metric, secondsSincePing } from '../../../metrics/metrics.ts'
import { Changing } from '../changing.tsx'
import { useInterval } from '../hooks/use-interval.ts'

interface MetricRowsProps {
  metrics: readonly Metric[]
  /** The live metrics' data, which include the last ping. */
  data: LiveMetricsData
  running: boolean
}

/** Renders metrics with their labels, and the last ping. Not a live region, because the values change often. */
export function MetricRows({ metrics, data, running }: MetricRowsProps) {
  const { dashboard, ping, locale } = data
  return (
    <dl className="lg:self-end">
      {metrics.map(({ key, label, value }) => (
        <div key={key} className="figure-row" data-figure={key}>
          <dt>{label}</dt>
          <dd key={value}>{value}</dd>
        </div>
      ))}
      {dashboard.lastPing && ping !== undefined && (
        <LastPing copy={dashboard.lastPing} first={ping} locale={locale} running={running} />
      )}
    </dl>
  )
}

interface LastPingProps {
  copy: LastPingCopy
  /** The initial number of seconds. */
  first: number
  locale: string
  running: boolean
}

/** Renders the time since the last ping. It changes every 10 s and is then highlighted for a second. */
function LastPing({ copy, first, locale, running }: LastPingProps) {
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
  const ago = new Intl.RelativeTimeFormat(locale, { style: 'narrow' })
  return (
    <div className="figure-row" data-figure="lastPing">
      <dt>{copy.label}</dt>
      <dd>
        <span className="last-ping" data-fresh={ping.fresh || undefined}>
          <Changing text={ago.format(-ping.seconds, 'second')} />
        </span>
      </dd>
    </div>
  )
}

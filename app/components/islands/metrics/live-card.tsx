import type { Words } from 'halvi-site/words/words'
import { useState } from 'react'
import { headlineMs } from '../../../metrics/intervals.ts'
import type { LiveMetricsData } from '../../../metrics/load-metrics.ts'
import { useInterval } from '../hooks/use-interval.ts'
import { useMetrics } from '../hooks/use-metrics.ts'
import { useMotion } from '../hooks/use-motion.ts'
import { PauseButton } from '../pause-button.tsx'
import { MetricRows } from './metric-rows.tsx'

/**
 * Renders the content of the live card: one large metric that changes every six seconds, and the others beside it.
 */
export function LiveCard({
  metrics,
  words,
}: {
  metrics: LiveMetricsData
  words: Words['metrics']
}) {
  const [paused, setPaused] = useState(false)
  const [turn, setTurn] = useState(0)
  const motion = useMotion()
  const { headlines, details } = useMetrics(metrics, !paused)
  useInterval(() => setTurn((last) => last + 1), headlineMs, motion && !paused)
  const { title, badge, note } = metrics
  const current = headlines[turn % Math.max(headlines.length, 1)]
  return (
    <>
      <div className="flex items-center justify-between gap-[min(1rem,4.5vw)] lg:col-span-full">
        <h2 id="live-card" className="live-title">
          {title} {badge && <span>{badge}</span>}
        </h2>
        <PauseButton
          {...{ pause: words.pause, resume: words.resume, paused }}
          onChange={setPaused}
        />
      </div>
      <div>
        <dl className="live-headlines">
          {headlines.map((metric) => (
            <div
              key={metric.key}
              data-figure={metric.key}
              data-current={metric === current || undefined}
            >
              <dt>{metric.label}</dt>
              <dd key={metric.value}>{metric.value}</dd>
            </div>
          ))}
        </dl>
        <p className="live-turns" aria-hidden="true">
          {headlines.map((metric) => (
            <span key={metric.key} data-current={metric === current || undefined} />
          ))}
        </p>
      </div>
      <MetricRows metrics={details} data={metrics} running={!paused} />
      {note && <p className="lg:col-span-full text-muted">{note}</p>}
    </>
  )
}

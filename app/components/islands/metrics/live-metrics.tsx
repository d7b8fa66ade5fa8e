import type { Words } from 'halvi-site/words/words'
import { useState } from 'react'
import type { LiveMetricsData } from '../../../metrics/load-metrics.ts'
import { useMetrics } from '../hooks/use-metrics.ts'
import { PauseButton } from '../pause-button.tsx'
import { MetricRows } from './metric-rows.tsx'

/** Renders all live metrics in a column, without their title. */
export function LiveMetrics({
  metrics,
  words,
}: {
  metrics: LiveMetricsData
  words: Words['metrics']
}) {
  const [paused, setPaused] = useState(false)
  const { headlines, details } = useMetrics(metrics, !paused)
  const { note } = metrics
  return (
    <div className="shell pb-8">
      <PauseButton {...{ pause: words.pause, resume: words.resume, paused }} onChange={setPaused} />
      <MetricRows metrics={[...headlines, ...details]} data={metrics} running={!paused} />
      {note && <p className="text-sm text-muted">{note}</p>}
    </div>
  )
}

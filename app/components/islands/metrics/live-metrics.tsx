import { useState } from 'react'
import type { LiveMetricsData } from '../../../metrics/live-metrics.ts'
import { useMetrics } from '../hooks/use-metrics.ts'
import { PauseButton } from '../pause-button.tsx'
import { LastPing } from './last-ping.tsx'
import { MetricRows } from './metric-rows.tsx'
import { MetricsTitle } from './metrics-title.tsx'

interface LiveMetricsProps {
  /** In place of the dashboard's own. */
  title: string | null | undefined
  metrics: LiveMetricsData
}

/** All live metrics in a narrow column, with the badge and the note of illustrative ones while they are. */
export function LiveMetrics({ title, metrics }: LiveMetricsProps) {
  const [paused, setPaused] = useState(false)
  const { headlines, details } = useMetrics(metrics, !paused)
  const { dashboard, badge, note, ping } = metrics
  return (
    <section className="live-metrics card cut" aria-labelledby="live-metrics">
      <div className="flex items-start justify-between gap-4">
        <MetricsTitle id="live-metrics" title={title ?? metrics.title} badge={badge} />
        <PauseButton what="the figures" paused={paused} onChange={setPaused} className="-mr-2" />
      </div>
      <MetricRows metrics={[...headlines, ...details]}>
        {dashboard.lastPing && ping !== undefined && (
          <LastPing copy={dashboard.lastPing} first={ping} running={!paused} />
        )}
      </MetricRows>
      {note && <p className="text-sm text-muted">{note}</p>}
    </section>
  )
}

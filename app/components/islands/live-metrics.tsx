import { useState } from 'react'
import type { LiveMetricsData } from '../../metrics/live-metrics.ts'
import { useMetrics } from './hooks/use-metrics.ts'
import { LastPing } from './last-ping.tsx'
import { MetricRows } from './metric-rows.tsx'
import { PauseButton } from './pause-button.tsx'

interface LiveMetricsProps {
  /** In place of the dashboard's own. */
  title: string | null | undefined
  metrics: LiveMetricsData
}

/** All live metrics in a narrow column, with the note that they are illustrative while they are. */
export function LiveMetrics({ title, metrics }: LiveMetricsProps) {
  const [paused, setPaused] = useState(false)
  const { headlines, details } = useMetrics(metrics, !paused)
  const { dashboard, ping } = metrics
  return (
    <section className="live-metrics card cut" aria-labelledby="live-metrics">
      <div className="flex items-start justify-between gap-4">
        <h2 id="live-metrics" className="text-xl">
          {title ?? dashboard.title}
        </h2>
        <PauseButton what="the figures" paused={paused} onChange={setPaused} className="-mr-2" />
      </div>
      <MetricRows metrics={[...headlines, ...details]}>
        {dashboard.lastPing && ping !== undefined && (
          <LastPing copy={dashboard.lastPing} first={ping} running={!paused} />
        )}
      </MetricRows>
      {dashboard.source === 'simulated' && <p className="text-sm text-muted">{dashboard.note}</p>}
    </section>
  )
}

import { useState } from 'react'
import { refreshMs } from '../../../metrics/intervals.ts'
import type { LiveMetricsData } from '../../../metrics/load-metrics.ts'
import { type Metrics, simulatedMetrics } from '../../../metrics/metrics.ts'
import { useInterval } from './use-interval.ts'

/** Returns a page's live metrics. While `running`, illustrative metrics change every 30 s. Real ones stay. */
export function useMetrics(
  { dashboard, first, locale }: LiveMetricsData,
  running: boolean,
): Metrics {
  const [metrics, setMetrics] = useState(first)
  useInterval(
    () => setMetrics(simulatedMetrics(dashboard, Date.now(), locale)),
    refreshMs,
    running && dashboard.source !== 'real',
  )
  return metrics
}

import { useEffect, useState } from 'react'
import { refreshMs, retryAfterMs } from '../../../metrics/intervals.ts'
import type { LiveMetricsData } from '../../../metrics/live-metrics.ts'
import {
  type Counts,
  type Metrics,
  realMetrics,
  simulatedMetrics,
} from '../../../metrics/metrics.ts'
import { useInterval } from './use-interval.ts'

/**
 * Returns a page's live metrics. While `running`, illustrative metrics change every 30 s, and real ones when the
 * server sends new counts.
 */
export function useMetrics({ dashboard, first }: LiveMetricsData, running: boolean): Metrics {
  const [metrics, setMetrics] = useState(first)
  const real = dashboard.source === 'real'
  useInterval(
    () => setMetrics(simulatedMetrics(dashboard, Date.now())),
    refreshMs,
    running && !real,
  )
  useEffect(() => {
    if (running && real) return followCounts((counts) => setMetrics(realMetrics(dashboard, counts)))
  }, [dashboard, real, running])
  return metrics
}

/** Maximum delay between connection attempts, in milliseconds. Each rejected attempt doubles the delay. */
const maxWaitMs = 10 * 60_000

/**
 * Passes the counts that the server sends to a callback. Returns a function that stops. Disconnects while the tab is
 * hidden, because a browser limits its connections per site.
 */
function followCounts(onCounts: (counts: Counts) => void): () => void {
  let events: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = retryAfterMs
  const connect = () => {
    disconnect()
    if (document.hidden) return
    const source = new EventSource('/live-metrics')
    source.onmessage = ({ data }) => {
      waitMs = retryAfterMs
      onCounts(JSON.parse(data) as Counts)
    }
    source.onerror = () => {
      // CLOSED: the server rejected the connection (connection limit, or no real metrics), and the browser won't
      // retry.
      if (source.readyState !== EventSource.CLOSED) return
      timer = setTimeout(connect, waitMs * (1 + Math.random()))
      waitMs = Math.min(waitMs * 2, maxWaitMs)
    }
    events = source
  }
  const disconnect = () => {
    clearTimeout(timer)
    events?.close()
  }
  connect()
  document.addEventListener('visibilitychange', connect)
  return () => {
    document.removeEventListener('visibilitychange', connect)
    disconnect()
  }
}

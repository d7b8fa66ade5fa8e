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

/** Returns a page's metrics: new every 30 s, or as the server sends real counts, while `running`. */
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

/** Each return to the tab asks again, and doubles the delay where that is rejected; in milliseconds. */
const maxWaitMs = 10 * 60_000

/** Calls back with the counts that the server sends; not while hidden, since a browser has few connections to a site. */
function followCounts(onCounts: (counts: Counts) => void): () => void {
  let events: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = retryAfterMs
  const listen = () => {
    end()
    if (document.hidden) return
    const source = new EventSource('/live-metrics')
    source.onmessage = ({ data }) => {
      waitMs = retryAfterMs
      onCounts(JSON.parse(data) as Counts)
    }
    source.onerror = () => {
      // Too many listen, or staff show illustrative metrics again: a browser gives up by itself then.
      if (source.readyState !== EventSource.CLOSED) return
      timer = setTimeout(listen, waitMs * (1 + Math.random()))
      waitMs = Math.min(waitMs * 2, maxWaitMs)
    }
    events = source
  }
  const end = () => {
    clearTimeout(timer)
    events?.close()
  }
  listen()
  document.addEventListener('visibilitychange', listen)
  return () => {
    document.removeEventListener('visibilitychange', listen)
    end()
  }
}

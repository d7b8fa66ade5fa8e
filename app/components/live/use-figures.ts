import { useEffect, useState } from 'react'
import { type Counts, type Figures, realFigures, simulatedFigures } from '../../metrics/figures.ts'
import type { LiveFigures } from '../../metrics/live-figures.ts'
import { comeBackMs, refreshMs } from '../../metrics/pace.ts'
import { useInterval } from './use-interval.ts'

/**
 * The figures of a page as they go on: drawn anew every 30 s, or, where staff show real counts, as
 * the server tells them. They stand still while not `running`.
 */
export function useFigures({ dashboard, first }: LiveFigures, running: boolean): Figures {
  const [figures, setFigures] = useState(first)
  const real = dashboard.source === 'real'
  useInterval(
    () => setFigures(simulatedFigures(dashboard, Date.now(), Math.random)),
    refreshMs,
    running && !real,
  )
  useEffect(() => {
    if (running && real) return followCounts((counts) => setFigures(realFigures(dashboard, counts)))
  }, [dashboard, real, running])
  return figures
}

/**
 * Calls back with the counts that the server sends. A page out of sight listens to nothing: a
 * browser has few connections to a site, and another tab may need them.
 */
function followCounts(onCounts: (counts: Counts) => void): () => void {
  let events: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = comeBackMs
  const listen = () => {
    end()
    if (document.hidden) return
    const source = new EventSource('/figures')
    source.onmessage = ({ data }) => {
      waitMs = comeBackMs
      onCounts(JSON.parse(data) as Counts)
    }
    source.onerror = () => {
      // Too many listen, or staff show illustrative figures again: a browser gives up by itself then.
      if (source.readyState !== EventSource.CLOSED) return
      timer = setTimeout(listen, waitMs * (1 + Math.random()))
      waitMs *= 2
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

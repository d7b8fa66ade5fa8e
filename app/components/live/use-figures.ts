import { useEffect, useState } from 'react'
import { type Counts, type Figures, realFigures, simulatedFigures } from '../../figures/figures.ts'
import type { LiveFigures } from '../../figures/live-figures.ts'
import { refreshMs } from '../../figures/pace.ts'
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
  const listen = () => {
    events?.close()
    if (document.hidden) return
    events = new EventSource('/figures')
    events.onmessage = ({ data }) => onCounts(JSON.parse(data) as Counts)
  }
  listen()
  document.addEventListener('visibilitychange', listen)
  return () => {
    document.removeEventListener('visibilitychange', listen)
    events?.close()
  }
}

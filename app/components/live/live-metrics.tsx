import { useState } from 'react'
import type { LiveFigures } from '../../metrics/live-figures.ts'
import { FigureRows } from './figure-rows.tsx'
import { LastPing } from './last-ping.tsx'
import { PauseButton } from './pause-button.tsx'
import { useFigures } from './use-figures.ts'

interface LiveMetricsProps {
  title: string | null | undefined
  /** As `liveFigures` made them in the loader; without them nothing is shown. */
  figures: LiveFigures | null | undefined
}

/** All live figures in a narrow column, with the note that they are illustrative while they are. */
export function LiveMetrics({ title, figures }: LiveMetricsProps) {
  if (!figures) return null
  return <Metrics title={title ?? figures.dashboard.title} figures={figures} />
}

function Metrics({ title, figures }: { title: string; figures: LiveFigures }) {
  const [paused, setPaused] = useState(false)
  const { headlines, details } = useFigures(figures, !paused)
  const { dashboard, ping } = figures
  return (
    <section className="live-metrics card cut" aria-labelledby="live-metrics">
      <div className="flex items-start justify-between gap-4">
        <h2 id="live-metrics" className="text-xl">
          {title}
        </h2>
        <PauseButton what="the figures" paused={paused} onChange={setPaused} className="-mr-2" />
      </div>
      <FigureRows figures={[...headlines, ...details]}>
        {dashboard.lastPing && ping !== undefined && (
          <LastPing words={dashboard.lastPing} first={ping} running={!paused} />
        )}
      </FigureRows>
      {dashboard.source === 'simulated' && <p className="text-sm text-muted">{dashboard.note}</p>}
    </section>
  )
}

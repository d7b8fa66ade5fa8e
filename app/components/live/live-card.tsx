import { useState } from 'react'
import type { LiveFigures } from '../../metrics/live-figures.ts'
import { headlineMs } from '../../metrics/pace.ts'
import { Motif } from '../motif/motif.tsx'
import { FigureRows } from './figure-rows.tsx'
import { LastPing } from './last-ping.tsx'
import { PauseButton } from './pause-button.tsx'
import { useFigures } from './use-figures.ts'
import { useInterval } from './use-interval.ts'
import { useMotion } from './use-motion.ts'

/** The live dashboard card: one figure large, another every six seconds, and the rest beside it. */
export function LiveCard({ figures }: { figures: LiveFigures }) {
  const [paused, setPaused] = useState(false)
  const [turn, setTurn] = useState(0)
  const motion = useMotion()
  const { headlines, details } = useFigures(figures, !paused)
  useInterval(() => setTurn((last) => last + 1), headlineMs, motion && !paused)
  const { dashboard, ping } = figures
  const current = headlines[turn % Math.max(headlines.length, 1)]
  return (
    <section className="shell pt-16 lg:pt-24" aria-labelledby="live-card">
      <div className="live-card cut">
        <Motif shape="lattice" size={150} className="lattice-fade text-brand opacity-40" />
        <div className="live-card-head">
          <h2 id="live-card" className="text-xl">
            {dashboard.title}
          </h2>
          <PauseButton what="the figures" paused={paused} onChange={setPaused} />
        </div>
        <div className="relative">
          <dl className="live-headlines">
            {headlines.map((figure) => (
              <div
                key={figure.key}
                data-figure={figure.key}
                data-current={figure === current || undefined}
              >
                <dt>{figure.label}</dt>
                <dd>{figure.value}</dd>
              </div>
            ))}
          </dl>
          <p className="live-turns" aria-hidden="true">
            {headlines.map((figure) => (
              <span key={figure.key} data-current={figure === current || undefined}>
                <Motif shape="star" />
              </span>
            ))}
          </p>
        </div>
        <FigureRows figures={details}>
          {dashboard.lastPing && ping !== undefined && (
            <LastPing words={dashboard.lastPing} first={ping} running={!paused} />
          )}
        </FigureRows>
        {dashboard.source === 'simulated' && (
          <p className="live-card-note text-sm text-muted">{dashboard.note}</p>
        )}
      </div>
    </section>
  )
}

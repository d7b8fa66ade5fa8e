import type { LiveMetricsData } from '../../metrics/live-metrics.ts'
import { Island } from '../islands/island.tsx'
import { Motif } from '../motif/motif.tsx'

/** The live dashboard as a card across the page. */
export function LiveDashboard({ metrics }: { metrics: LiveMetricsData }) {
  return (
    <section className="shell py-16 lg:py-24" aria-labelledby="live-card">
      <div className="live-card cut">
        <Motif shape="lattice" size={150} className="lattice-fade text-brand opacity-40" />
        <Island name="LiveCard" start="idle" props={{ metrics }} />
      </div>
    </section>
  )
}

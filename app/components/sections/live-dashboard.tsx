import type { LiveMetricsData } from '../../metrics/live-metrics.ts'
import { Island } from '../islands/island.tsx'

/** The live dashboard as a card across the page. */
export function LiveDashboard({ metrics }: { metrics: LiveMetricsData }) {
  return (
    <section className="shell py-16 lg:py-24" aria-labelledby="live-card">
      <div className="live-card cut">
        <Island name="LiveCard" start="idle" props={{ metrics }} />
      </div>
    </section>
  )
}

import { useWords } from 'halvi-site/words/context'
import type { LiveMetricsData } from '../../metrics/load-metrics.ts'
import { Island } from '../islands/island.tsx'
import { LiveCard } from '../islands/metrics/live-card.tsx'

/** Renders the live metrics as a section of the landing page. */
export function MetricsCard({ metrics }: { metrics: LiveMetricsData }) {
  const words = useWords().metrics
  return (
    <section className="shell py-16 lg:py-24" aria-labelledby="live-card">
      <div className="live-card cut">
        <Island name="LiveCard" component={LiveCard} start="idle" props={{ metrics, words }} />
      </div>
    </section>
  )
}

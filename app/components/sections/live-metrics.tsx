import { useWords } from 'halvi-site/words/context'
import type { LiveMetricsData } from '../../metrics/load-metrics.ts'
import { Island } from '../islands/island.tsx'
import { LiveCard } from '../islands/metrics/live-card.tsx'
import { LiveMetrics } from '../islands/metrics/live-metrics.tsx'
import { MoreDetails } from './more-details.tsx'

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

/** Renders the live metrics as a closed section. Renders nothing if they are off. */
export function MetricsDetails({ metrics }: { metrics: LiveMetricsData | null }) {
  const words = useWords().metrics
  if (!metrics) return null
  return (
    <MoreDetails title={metrics.title}>
      <Island
        name="LiveMetrics"
        component={LiveMetrics}
        start="visible"
        props={{ metrics, words }}
      />
    </MoreDetails>
  )
}

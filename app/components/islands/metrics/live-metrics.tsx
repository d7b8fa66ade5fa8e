import { useState } from 'react'
import type { LiveMetricsData } from '../../../metrics/live-metrics.ts'
import type { Words } from '../../../words/words.ts'
import { useMetrics } from '../hooks/use-metrics.ts'
import { MetricRows, MetricsHead } from './metric-rows.tsx'

interface LiveMetricsProps {
  /** Replaces the title from the site settings. */
  title: string | null | undefined
  metrics: LiveMetricsData
  words: Words['metrics']
}

/** Renders all live metrics in a narrow column. Illustrative metrics have a badge and a note. */
export function LiveMetrics({ title, metrics, words }: LiveMetricsProps) {
  const [paused, setPaused] = useState(false)
  const { headlines, details } = useMetrics(metrics, !paused)
  const { badge, note } = metrics
  return (
    <section className="live-metrics card cut" aria-labelledby="live-metrics">
      <MetricsHead
        id="live-metrics"
        title={title ?? metrics.title}
        {...{ badge, words, paused }}
        onPause={setPaused}
        className="flex items-start justify-between gap-4"
        buttonClassName="-me-2"
      />
      <MetricRows
        metrics={[...headlines, ...details]}
        data={metrics}
        words={words}
        running={!paused}
      />
      {note && <p className="text-sm text-muted">{note}</p>}
    </section>
  )
}

import type { ReactNode } from 'react'
import type { Metric } from '../../../metrics/metrics.ts'

interface MetricRowsProps {
  metrics: readonly Metric[]
  /** Further rows. */
  children?: ReactNode
}

/** Metrics beside what they are called. They change often and are not announced. */
export function MetricRows({ metrics, children }: MetricRowsProps) {
  return (
    <dl className="figure-rows">
      {metrics.map(({ key, label, value }) => (
        <div key={key} className="figure-row" data-figure={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {children}
    </dl>
  )
}

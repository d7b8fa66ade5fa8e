import { createProcessMetrics } from 'halvi-kit/metrics'

/**
 * Returns the metrics that both processes have, whose values `/metrics` adds up. Counters start at 0.
 *
 * @param limits the names of the process's limits, which docs/operate/metrics.md explains
 */
export function createSharedMetrics(process: 'site' | 'office', limits: readonly string[]) {
  const metrics = createProcessMetrics(process)
  const deliveries = metrics.histogram(
    'halvi_lead_delivery_seconds',
    'Duration of deliveries to the form endpoint, by form and outcome: accepted or refused',
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    'form',
    'outcome',
  )
  const rejections = metrics.counter(
    'halvi_refused_total',
    'Connections, requests, and tasks rejected because a limit was reached, by limit',
    'limit',
  )
  for (const limit of limits) rejections.inc({ limit }, 0)
  return {
    ...metrics,
    /** Counts an attempt to deliver a lead. */
    attempted: (form: string, accepted: boolean, seconds: number) =>
      deliveries.observe({ form, outcome: accepted ? 'accepted' : 'refused' }, seconds),
    /** Counts a rejection by the name of its limit. */
    countRejection: (limit: string) => rejections.inc({ limit }),
  }
}

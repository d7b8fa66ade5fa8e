interface MetricsTitleProps {
  id: string
  title: string
  badge: string | undefined
}

/** What live metrics are called; illustrative ones say so beside it. */
export function MetricsTitle({ id, title, badge }: MetricsTitleProps) {
  return (
    <h2 id={id} className="live-title">
      {title} {badge && <span>{badge}</span>}
    </h2>
  )
}

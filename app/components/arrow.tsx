interface ArrowProps {
  /** Where it points: back, or down at what opens below. */
  to: 'left' | 'down'
}

/** Leads back, or opens: nothing else on the site is drawn like it. Says nothing to screen readers. */
export function Arrow({ to }: ArrowProps) {
  return (
    <svg className="arrow" viewBox="0 0 24 24" aria-hidden="true">
      <path d={to === 'left' ? 'M20 12H5m6-6-6 6 6 6' : 'm5 9 7 7 7-7'} />
    </svg>
  )
}

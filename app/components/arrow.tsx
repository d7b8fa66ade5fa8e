interface ArrowProps {
  /** Left for a link back, down for a disclosure. */
  to: 'left' | 'down'
}

/** Renders the arrow of a link back or a disclosure. Hidden from screen readers. */
export function Arrow({ to }: ArrowProps) {
  return (
    <svg className="arrow" viewBox="0 0 24 24" aria-hidden="true">
      <path d={to === 'left' ? 'M20 12H5m6-6-6 6 6 6' : 'm5 9 7 7 7-7'} />
    </svg>
  )
}

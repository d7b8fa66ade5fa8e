interface ArrowProps {
  /** `back` for a link to the previous page, `down` for a disclosure. */
  to: 'back' | 'down'
}

/** Renders the arrow of a link back or a disclosure. Hidden from screen readers. */
export function Arrow({ to }: ArrowProps) {
  return (
    <svg
      className={to === 'back' ? 'arrow directional' : 'arrow'}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={to === 'back' ? 'M20 12H5m6-6-6 6 6 6' : 'm5 9 7 7 7-7'} />
    </svg>
  )
}

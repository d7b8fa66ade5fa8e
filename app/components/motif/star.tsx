/** Renders the eight-pointed star of the seal. */
export const Star = () => (
  <svg className="star" viewBox="-12 -12 24 24" aria-hidden="true">
    <path d="M11 0 7.8 3.2V7.8H3.2L0 11-3.2 7.8H-7.8V3.2L-11 0-7.8-3.2V-7.8H-3.2L0-11 3.2-7.8H7.8V-3.2Z" />
  </svg>
)

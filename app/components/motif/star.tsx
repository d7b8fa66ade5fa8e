import { khatam, path } from './geometry.ts'

/** Renders the eight-pointed star of the seal, as high as the line of text. */
export function Star() {
  return (
    <svg className="star" viewBox="-12 -12 24 24" aria-hidden="true">
      <path d={path(khatam(11), 1)} />
    </svg>
  )
}

import { khatam, path } from './geometry.ts'

/** Renders the eight-pointed star, as high as the line of text. */
export function Star({ className = '' }: { className?: string }) {
  return (
    <svg className={`motif-star ${className}`} viewBox="-12 -12 24 24" aria-hidden="true">
      <path d={path(khatam(11), 1)} />
      <path className="motif-heart" d={path(khatam(4, { rotation: 22.5 }), 1)} />
    </svg>
  )
}

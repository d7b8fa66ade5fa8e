import { useId } from 'react'
import { contactAngle, latticeStar, latticeTile, path, tileSize } from './geometry.ts'
import { Star } from './star.tsx'

interface MotifProps {
  /** A star fills the line it stands in; a lattice fills its positioned parent. */
  shape: 'star' | 'lattice'
  /** The hue of a branch, which gives its lattice lines of their own. */
  hue?: string | undefined
  /** Side of one tile of a lattice, in CSS pixels. */
  size?: number
  /** Column and row of a tile whose star is filled with saffron. */
  lit?: readonly [column: number, row: number]
  className?: string
}

/** The eight-fold ornament, as lines in the current colour. Says nothing to screen readers. */
export function Motif({ shape, hue, size = 120, lit, className = '' }: MotifProps) {
  const id = useId()
  if (shape === 'star') return <Star className={className} />
  const contact = contactAngle(hue)
  return (
    <svg className={`motif-lattice ${className}`} aria-hidden="true">
      <pattern
        id={id}
        width={tileSize}
        height={tileSize}
        patternUnits="userSpaceOnUse"
        patternTransform={`scale(${size / tileSize})`}
      >
        <path d={latticeTile(contact)} strokeWidth={tileSize / size} />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
      {lit && (
        <path
          className="fill-accent stroke-none"
          transform={`scale(${size / tileSize}) translate(${lit[0] * tileSize} ${lit[1] * tileSize})`}
          d={path(latticeStar(contact))}
        />
      )}
    </svg>
  )
}

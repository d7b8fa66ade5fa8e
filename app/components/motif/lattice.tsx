import { useId } from 'react'
import { contactAngle, latticeStar, latticeTile, path, tileSize } from './geometry.ts'
import { Star } from './star.tsx'

interface MotifProps {
  /** A star is as high as the line of text. A lattice fills its positioned parent. */
  shape: 'star' | 'lattice'
  /** The hue of a branch. Each hue has a different lattice. */
  hue?: string | undefined
  /** The side length of a lattice tile, in CSS pixels. */
  size?: number
  /** Column and row of a tile whose star is filled with saffron. */
  lit?: readonly [column: number, row: number]
  className?: string
}

/** Renders the site's ornament as lines in the current color. Hidden from screen readers. */
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

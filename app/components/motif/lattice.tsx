import { useId } from 'react'
import { contactAngle, latticeTile, tileSize } from './geometry.ts'

interface LatticeProps {
  /** The hue of a branch. Each hue has a different lattice. */
  hue?: string | undefined
  /** The side length of a tile, in CSS pixels. */
  size: number
  className: string
}

/**
 * Renders a pattern of stars as lines in the current color, which fills its positioned parent. A page has the pattern
 * or the star once at most. Hidden from screen readers.
 */
export function Lattice({ hue, size, className }: LatticeProps) {
  const id = useId()
  return (
    <svg className={`lattice ${className}`} aria-hidden="true">
      <pattern
        id={id}
        width={tileSize}
        height={tileSize}
        patternUnits="userSpaceOnUse"
        patternTransform={`scale(${size / tileSize})`}
      >
        <path d={latticeTile(contactAngle(hue))} strokeWidth={tileSize / size} />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}

import type { CSSProperties } from 'react'
import type { Figure } from '../../content/shapes.ts'
import { Motif } from '../motif/motif.tsx'
import { croppedSize, Picture } from '../picture.tsx'

interface ScreenPanelProps {
  /** A screen of the app, or a picture of another shape. */
  figure: Figure | null
  /** That of the branch that the page is about; the site's own where it is about none. */
  hue?: string | undefined
  /** The screen is the largest thing in view when the page opens, on phones too. */
  largest?: boolean
  /** Where the panel stands. */
  className: string
}

/** Height by width from which a picture is a phone's screen, which may go on below the panel's edge. */
const screenRatio = 1.8

/** A panel in a branch's color, with a phone's screen in it, or a picture of another shape as a whole. */
export function ScreenPanel({ figure, hue, largest, className }: ScreenPanelProps) {
  const { width, height } = figure ? croppedSize(figure) : {}
  const ratio = width && height ? height / width : screenRatio
  const isScreen = ratio >= screenRatio
  return (
    <div
      className={`branch-panel cut ${className}`}
      data-hue={hue}
      style={isScreen ? undefined : ({ '--ratio': ratio.toFixed(3) } as CSSProperties)}
    >
      <Motif shape="lattice" hue={hue} size={150} className="text-branch opacity-45" />
      {figure?.asset && (
        <Picture
          image={figure}
          alt={figure.alt}
          // As wide as the class makes it: at most 70% of a panel that is the window less its gutters.
          sizes={isScreen ? 'min(17rem, 70vw - 1.75rem)' : '(min-width: 64rem) 32rem, 100vw - 5rem'}
          quality={isScreen ? 50 : undefined}
          {...(largest && { largest })}
          className={isScreen ? 'branch-screen cut' : 'branch-picture cut'}
        />
      )}
    </div>
  )
}

import type { CSSProperties } from 'react'
import type { Figure } from '../../content/shapes.ts'
import { useWords } from '../../words/context.ts'
import { ContentImage, croppedSize } from '../content-image.tsx'
import { Lattice } from '../motif/lattice.tsx'

interface ScreenPanelProps {
  /** An app screenshot, or an image with other proportions. */
  figure: Figure | null
  /** The hue of the page's branch. Absent: the site's color. */
  hue?: string | undefined
  /** Whether the image is the largest element in the initial viewport, also on phones. */
  largest?: boolean
  /** Shows no pattern, because a page has it once at most. */
  plain?: boolean
  /** Classes for the panel's position. */
  className: string
}

/** The minimum ratio of height to width of a phone screenshot. The panel may cut off its lower end. */
const screenRatio = 1.8

/** Renders a panel in a branch's color that contains a screenshot or a complete image. */
export function ScreenPanel({ figure, hue, largest, plain, className }: ScreenPanelProps) {
  const { sample } = useWords().site
  const { width, height } = figure ? croppedSize(figure) : {}
  const ratio = width && height ? height / width : screenRatio
  const isScreen = ratio >= screenRatio
  return (
    <div
      className={`branch-panel cut ${className}`}
      data-hue={hue}
      style={isScreen ? undefined : ({ '--ratio': ratio.toFixed(3) } as CSSProperties)}
    >
      {!plain && <Lattice hue={hue} size={150} className="text-branch opacity-45" />}
      {figure?.asset && (
        <ContentImage
          image={figure}
          alt={figure.alt}
          // Matches the width that the CSS class sets: at most 70% of the panel, which is the viewport minus its
          // margins.
          sizes={isScreen ? 'min(17rem, 70vw - 1.75rem)' : '(min-width: 64rem) 32rem, 100vw - 5rem'}
          {...(largest && { largest })}
          className={isScreen ? 'branch-screen cut' : 'branch-picture cut'}
        />
      )}
      {/* Nobody must take the names and numbers of a drawing for real ones. */}
      {figure?.asset && isScreen && <span className="sample-tag">{sample}</span>}
    </div>
  )
}

import type { Figure } from 'halvi-site/content/shapes'
import type { CSSProperties } from 'react'
import { ContentImage, croppedSize } from '../content-image.tsx'
import { PictureTag } from '../picture-tag.tsx'

interface ScreenPanelProps {
  /** An app screenshot, or an image with other proportions. */
  figure: Figure
  /** The hue of the page's branch. Absent: the site's color. */
  hue: string | undefined
  /** Whether a panel above has the page's pattern, and is the largest element in the initial viewport. */
  isSecond: boolean
}

/** The minimum ratio of height to width of a phone screenshot. The panel may cut off its lower end. */
const screenRatio = 1.8

/** Renders a panel in a branch's color that contains a screenshot or a complete image. */
export function ScreenPanel({ figure, hue, isSecond }: ScreenPanelProps) {
  const { width, height } = croppedSize(figure)
  const ratio = width && height ? height / width : screenRatio
  const isScreen = ratio >= screenRatio
  return (
    <div
      className="branch-panel cut max-lg:mt-10 lg:col-span-5"
      data-hue={hue}
      style={isScreen ? undefined : ({ '--ratio': ratio.toFixed(3) } as CSSProperties)}
    >
      {!isSecond && <div className="lattice text-branch opacity-45" />}
      <ContentImage
        image={figure}
        alt={figure.alt}
        // Matches the width that the CSS class sets: at most 70% of the panel, which is the viewport minus its
        // margins.
        sizes={isScreen ? 'min(17rem, 70vw - 1.75rem)' : '(min-width: 64rem) 32rem, 100vw - 5rem'}
        largest={!isSecond}
        className={isScreen ? 'branch-screen cut' : 'branch-picture cut'}
      />
      {isScreen && <PictureTag isSample />}
    </div>
  )
}

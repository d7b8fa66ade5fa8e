import type { Figure } from '../../content/shapes.ts'
import { Motif } from '../motif/motif.tsx'
import { Picture } from '../picture.tsx'

interface ScreenPanelProps {
  /** A screen of the app. */
  figure: Figure | null
  /** That of the branch that the page is about; the site's own where it is about none. */
  hue?: string | undefined
  /** The screen is the largest thing in view when the page opens, on phones too. */
  largest?: boolean
  /** Where the panel stands. */
  className: string
}

/** A panel in a branch's colour, with a phone's screen in it. */
export function ScreenPanel({ figure, hue, largest, className }: ScreenPanelProps) {
  return (
    <div className={`branch-panel cut ${className}`} data-hue={hue}>
      <Motif shape="lattice" hue={hue} size={150} className="text-branch opacity-45" />
      {figure?.asset && (
        <Picture
          image={figure}
          alt={figure.alt}
          // As wide as the class makes it: at most 70% of a panel that is the window less its gutters.
          sizes="min(17rem, 70vw - 1.75rem)"
          quality={50}
          {...(largest && { largest })}
          className="branch-screen cut"
        />
      )}
    </div>
  )
}

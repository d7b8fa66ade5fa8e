import type { HeadingContent, Screenshot } from 'halvi-site/content/shapes'
import { SectionHeading } from '../section-heading.tsx'
import { galleryId, Screenshots } from './screenshots.tsx'

interface FilmstripProps {
  heading: HeadingContent | null
  screens: Screenshot[]
  /** The element id. Default: the id that links to the gallery use. */
  id?: string
}

/** Renders the app screenshots in one row that scrolls horizontally. Works without JavaScript. */
export function Filmstrip({ heading, screens, id = galleryId }: FilmstripProps) {
  if (!screens.length) return null
  return (
    <div id={id} className="pb-16 lg:pb-24">
      <div className="shell">
        <SectionHeading heading={heading} id={`${id}-title`} textClassName="max-w-lead text-lg" />
      </div>
      <section
        className="filmstrip mt-10"
        aria-labelledby={heading?.title ? `${id}-title` : undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: focusable, for scrolling with the keyboard
        tabIndex={0}
      >
        <Screenshots screens={screens} className="filmstrip-screens" />
      </section>
    </div>
  )
}

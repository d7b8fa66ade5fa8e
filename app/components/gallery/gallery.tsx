import type { GalleryContent } from '../../content/shapes.ts'
import { Link } from '../link.tsx'

/** The element id of the gallery. As the fragment of an address, it opens the panel. */
export const galleryId = 'apps'

/** The address of the page that always shows the screenshots. */
const allScreens = `/index#${galleryId}`

/**
 * Renders the button that opens and closes the gallery, see openers.js. Without JavaScript, it is a link to the page
 * that always shows the screenshots.
 */
export function GalleryButton({ label }: { label: string }) {
  return (
    <>
      <button
        type="button"
        className="text-link needs-script"
        aria-expanded={false}
        aria-controls={galleryId}
      >
        {label}
      </button>
      <noscript>
        <Link href={allScreens} className="text-link">
          {label}
        </Link>
      </noscript>
    </>
  )
}

/** Renders the scrollable panel for the app screenshots. They are loaded when it first opens. */
export function GalleryPanel({ content }: { content: GalleryContent }) {
  const { title, text, close } = content
  return (
    <div className="shell">
      <div id={galleryId} className="gallery-panel cut" hidden>
        <div className="gallery-head">
          <div>
            <h2 id="apps-title" className="text-xl">
              {title}
            </h2>
            {text && <p className="mt-1 text-muted">{text}</p>}
          </div>
          <button type="button" className="button button-outline" data-closes>
            {close}
          </button>
        </div>
        <section
          className="gallery-scroll"
          aria-labelledby="apps-title"
          aria-busy
          data-from="/gallery.html"
          data-otherwise={allScreens}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: focusable, for scrolling with the keyboard
          tabIndex={0}
        />
      </div>
    </div>
  )
}

import type { GalleryContent } from '../../content/shapes.ts'
import { Link } from '../link.tsx'

/** The gallery's id on each page that has one; as a fragment of the address it opens the panel. */
export const galleryId = 'apps'

/** The page on which the screens are always shown. */
const allScreens = `/index#${galleryId}`

/** Opens and closes the gallery, see openers.js. Without script: a link to the page that always shows the screens. */
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

/** The screens of the apps in a panel that scrolls by itself. They load when it is opened first. */
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
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
          tabIndex={0}
        />
      </div>
    </div>
  )
}

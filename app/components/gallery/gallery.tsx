import type { LANDING_QUERY_RESULT } from 'halvi-site/content/sanity.types'
import { Link } from '../link.tsx'
import { closesModal, modal, opensModal } from '../modal.ts'
import { galleryId, Screenshots } from './screenshots.tsx'

type Gallery = NonNullable<LANDING_QUERY_RESULT>['gallery']

/**
 * Renders the button that opens the gallery, a modal dialog. In browsers that need a script for dialogs and have none, it is a link to the
 * page that always shows the screenshots.
 */
export function GalleryButton({ gallery, label }: { gallery: Gallery; label: string }) {
  if (!gallery?.screens.length) return null
  return (
    <>
      <button type="button" className="text-link" {...opensModal(galleryId)}>
        {label}
      </button>
      <Link href={`/index#${galleryId}`} className="text-link without-dialog">
        {label}
      </Link>
    </>
  )
}

/** Renders the gallery of app screenshots. The browser loads them when the gallery opens. */
export function GalleryPanel({ gallery }: { gallery: Gallery }) {
  if (!gallery?.screens.length) return null
  const { title, text, close, screens } = gallery
  return (
    <dialog id={galleryId} className="gallery-panel cut" aria-labelledby="apps-title" {...modal}>
      <div className="gallery-head">
        <div>
          <h2 id="apps-title" className="text-xl">
            {title}
          </h2>
          {text && <p className="mt-1 text-muted">{text}</p>}
        </div>
        <button type="button" className="button button-outline" {...closesModal(galleryId)}>
          {close}
        </button>
      </div>
      <section
        className="gallery-scroll"
        aria-labelledby="apps-title"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: focusable, for scrolling with the keyboard
        tabIndex={0}
        // biome-ignore lint/a11y/noAutofocus: gets the focus when the gallery opens
        autoFocus
      >
        <Screenshots screens={screens} className="gallery-screens" />
      </section>
    </dialog>
  )
}

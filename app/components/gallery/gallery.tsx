import type { LANDING_QUERY_RESULT } from 'halvi-site/content/sanity.types'
import { useIsUntranslated, useLocalPath } from 'halvi-site/language/local-path'
import { useContext } from 'react'
import { PreviewContext } from '../contexts.ts'
import { Island } from '../islands/island.tsx'
import { LateScreenshots } from '../islands/late-screenshots.tsx'
import { Link } from '../link.tsx'
import { closesModal, modal, opensModal } from '../modal.ts'
import { galleryId, Screenshots } from './screenshots.tsx'

/** The page that always shows the screenshots. */
const page = `/index#${galleryId}`

type Gallery = NonNullable<LANDING_QUERY_RESULT>['gallery']

/**
 * Renders the button that opens the gallery, a modal dialog. Without scripts, it is a link to the page that always shows
 * the screenshots.
 */
export function GalleryButton({ gallery, label }: { gallery: Gallery; label: string }) {
  if (!gallery?.screens.length) return null
  return (
    <>
      <button type="button" className="text-link needs-script" {...opensModal(galleryId)}>
        {label}
      </button>
      <noscript className="contents">
        <Link href={page} className="text-link">
          {label}
        </Link>
      </noscript>
    </>
  )
}

interface GalleryPanelProps {
  gallery: Gallery
  /** The text of the link to the screenshots. */
  label: string
}

/** Renders the gallery of app screenshots. Most visitors never open it, so the browser loads its content then. */
export function GalleryPanel({ gallery, label }: GalleryPanelProps) {
  const inPreview = useContext(PreviewContext)
  const href = useLocalPath()(page)
  const language = useIsUntranslated()(page) ? 'en' : undefined
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
        data-classes="screen relative sample-tag text-link"
        aria-labelledby="apps-title"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: focusable, for scrolling with the keyboard
        tabIndex={0}
        // biome-ignore lint/a11y/noAutofocus: gets the focus when the gallery opens
        autoFocus
      >
        {inPreview ? (
          <Screenshots screens={screens} className="gallery-screens" />
        ) : (
          <Island
            name="LateScreenshots"
            component={LateScreenshots}
            start="visible"
            props={{ href, label, language }}
          />
        )}
      </section>
    </dialog>
  )
}

import type { GalleryContent } from '../../content/shapes.ts'
import { LinkButton } from '../live/link-button.tsx'
import { Screens } from './screens.tsx'
import { type GalleryState, galleryId } from './use-gallery.ts'

/**
 * The button that opens and closes the gallery. Without script it leads to the page on which the
 * screens are always shown.
 */
export function GalleryButton({ label, gallery }: { label: string; gallery: GalleryState }) {
  const { open, toggle, close, opener } = gallery
  return (
    <LinkButton
      anchor={opener}
      href={`/index#${galleryId}`}
      className="text-link"
      aria={{ 'aria-expanded': open, 'aria-controls': galleryId }}
      onPress={toggle}
      onEscape={open ? close : undefined}
    >
      {label}
    </LinkButton>
  )
}

interface GalleryPanelProps {
  content: GalleryContent
  gallery: GalleryState
}

/**
 * The screens of the apps in a panel of 70% of the window's height that scrolls by itself. While it
 * is closed it is not there: browsers without script would download its pictures at once.
 */
export function GalleryPanel({ content, gallery }: GalleryPanelProps) {
  const { open, close, screens, panel } = gallery
  const { title, text } = content
  if (!open) return null
  return (
    <div className="shell">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of what lies inside */}
      <div
        id={galleryId}
        className="gallery-panel cut"
        onKeyDown={({ key }) => {
          if (key === 'Escape') close()
        }}
      >
        <div className="gallery-head">
          <div>
            <h2 id="apps-title" className="text-xl">
              {title}
            </h2>
            {text && <p className="mt-1 text-muted">{text}</p>}
          </div>
          <button type="button" className="button button-outline" onClick={close}>
            {content.close}
          </button>
        </div>
        <section
          ref={panel}
          className="gallery-scroll"
          aria-labelledby="apps-title"
          aria-busy={!screens}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
          tabIndex={0}
        >
          <Screens
            screens={screens ?? []}
            className="gallery-screens"
            sizes="(min-width: 64rem) 13rem, (min-width: 40rem) 25vw, 42vw"
            blurred
          />
        </section>
      </div>
    </div>
  )
}

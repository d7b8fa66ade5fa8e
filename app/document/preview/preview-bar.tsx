import { useLocation } from '@remix-run/react'
import { type CSSProperties, Fragment, useSyncExternalStore } from 'react'
import type { Placeholder } from '../../content/placeholders.ts'

/** A subscription without events: whether the page is in a frame never changes. */
const subscribeToNothing = () => () => {}

// Not in the stylesheet, because every visitor downloads it.
const barStyle: CSSProperties = {
  position: 'fixed',
  insetInline: 0,
  bottom: 0,
  zIndex: 15,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '0.5rem 1.5rem',
  padding: '0.75rem var(--gutter)',
  background: 'var(--sunken)',
  borderTop: '1px solid var(--line)',
}

export interface PreviewBarProps {
  kind: 'studio' | 'link'
  /** The content that must be replaced before the launch. */
  placeholders: readonly Placeholder[]
}

/**
 * Renders the page's placeholders. Outside the Studio's frame, also says that drafts are shown, with a button to
 * leave.
 */
export function PreviewBar({ kind, placeholders }: PreviewBarProps) {
  const isFramed = useSyncExternalStore(
    subscribeToNothing,
    () => window.self !== window.top,
    () => kind === 'studio',
  )
  const { pathname } = useLocation()
  const onPage = placeholders.filter(({ page }) => page === undefined || page === pathname)
  if (isFramed && onPage.length === 0) return null
  return (
    <form
      method="post"
      action={`/preview/disable?${new URLSearchParams({ to: pathname })}`}
      style={barStyle}
      aria-label="Preview"
    >
      {onPage.length > 0 && <PlaceholderNote placeholders={onPage} />}
      {!isFramed && (
        <>
          <p>Preview: this page may show unpublished content.</p>
          <button type="submit" className="button min-h-11 px-4">
            Leave preview
          </button>
        </>
      )}
    </form>
  )
}

/** Renders a list of the page's placeholders, with links to their fields in the Studio. */
function PlaceholderNote({ placeholders }: { placeholders: readonly Placeholder[] }) {
  return (
    <p role="note" aria-label="Placeholders">
      Replace before launch:{' '}
      {placeholders.map((placeholder, index) => (
        <Fragment key={addressOf(placeholder)}>
          {index > 0 && '; '}
          {/* Opens outside the Studio's preview frame. */}
          <a href={addressOf(placeholder)} target="_top" className="text-link">
            {placeholder.what}
          </a>
        </Fragment>
      ))}
      .
    </p>
  )
}

/** Returns the address that opens a placeholder's field in the Studio. */
const addressOf = ({ id, type, path }: Placeholder) =>
  `/studio/intent/edit/id=${id};type=${type};path=${path}/`

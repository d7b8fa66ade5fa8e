import { useLocation } from '@remix-run/react'
import { type CSSProperties, useSyncExternalStore } from 'react'

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
}

/** Says outside the Studio's frame that drafts are shown, with a button to leave. */
export function PreviewBar({ kind }: PreviewBarProps) {
  const isFramed = useSyncExternalStore(
    subscribeToNothing,
    () => window.self !== window.top,
    () => kind === 'studio',
  )
  const { pathname } = useLocation()
  if (isFramed) return null
  return (
    <form
      method="post"
      action={`/preview/disable?${new URLSearchParams({ to: pathname })}`}
      style={barStyle}
      aria-label="Preview"
    >
      <p>Preview: this page may show unpublished content.</p>
      <button type="submit" className="button min-h-11 px-4">
        Leave preview
      </button>
    </form>
  )
}

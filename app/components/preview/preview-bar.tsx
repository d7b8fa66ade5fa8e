import { useLocation } from '@remix-run/react'
import { type CSSProperties, useSyncExternalStore } from 'react'

const never = () => () => {}

// Not in the style sheet, which every visitor gets.
const place: CSSProperties = {
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

/** Says that drafts are shown, and leads out. Not within the Studio's frame, which says so itself. */
export function PreviewBar({ kind }: { kind: 'studio' | 'link' }) {
  const framed = useSyncExternalStore(
    never,
    () => window.self !== window.top,
    () => kind === 'studio',
  )
  const { pathname } = useLocation()
  if (framed) return null
  return (
    <form
      method="post"
      action={`/preview/disable?${new URLSearchParams({ to: pathname })}`}
      style={place}
      aria-label="Preview"
    >
      <p>Preview: not all of this is public yet.</p>
      <button type="submit" className="button min-h-11 px-4">
        Leave preview
      </button>
    </form>
  )
}

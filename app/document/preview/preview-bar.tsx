import { useLocation } from '@remix-run/react'
import { type CSSProperties, useSyncExternalStore } from 'react'
import type { Placeholder } from '../../content/placeholders.ts'
import { PlaceholderNote } from './placeholder-note.tsx'

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

export interface PreviewBarProps {
  kind: 'studio' | 'link'
  /** What in the content still stands in for the real. */
  placeholders: readonly Placeholder[]
}

/** Says that drafts are shown, and leads out, outside the Studio's frame; shows the page's placeholders. */
export function PreviewBar({ kind, placeholders }: PreviewBarProps) {
  const framed = useSyncExternalStore(
    never,
    () => window.self !== window.top,
    () => kind === 'studio',
  )
  const { pathname } = useLocation()
  const here = placeholders.filter(({ page }) => page === undefined || page === pathname)
  if (framed && here.length === 0) return null
  return (
    <form
      method="post"
      action={`/preview/disable?${new URLSearchParams({ to: pathname })}`}
      style={place}
      aria-label="Preview"
    >
      {here.length > 0 && <PlaceholderNote placeholders={here} />}
      {!framed && (
        <>
          <p>Preview: not all of this is public yet.</p>
          <button type="submit" className="button min-h-11 px-4">
            Leave preview
          </button>
        </>
      )}
    </form>
  )
}

import { useChanges } from './changes.ts'
import { useOverlays } from './overlays.ts'
import { PreviewBar, type PreviewBarProps } from './preview-bar.tsx'

/** What a page in preview has beyond the public one: drafts as they are typed, overlays, a way out. */
export default function LivePreview({ kind, placeholders }: PreviewBarProps) {
  const refresh = useChanges()
  useOverlays(kind === 'studio', refresh)
  return <PreviewBar kind={kind} placeholders={placeholders} />
}

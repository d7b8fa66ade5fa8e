import { useChanges } from './changes.ts'
import { useOverlays } from './overlays.ts'
import { PreviewBar } from './preview-bar.tsx'

/** What a page in preview has beyond the public one: drafts as they are typed, overlays, a way out. */
export default function LivePreview({ kind }: { kind: 'studio' | 'link' }) {
  const refresh = useChanges()
  useOverlays(kind === 'studio', refresh)
  return <PreviewBar kind={kind} />
}

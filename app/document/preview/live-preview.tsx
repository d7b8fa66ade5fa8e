import { useChanges } from './changes.ts'
import { useOverlays } from './overlays.ts'
import { PreviewBar, type PreviewBarProps } from './preview-bar.tsx'

/** Adds the preview features to a page: updates while staff type, overlays, and the preview bar. */
export default function LivePreview({ kind }: PreviewBarProps) {
  const refresh = useChanges()
  useOverlays(kind === 'studio', refresh)
  return <PreviewBar kind={kind} />
}

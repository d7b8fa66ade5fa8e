import { Box, Flex, useElementSize } from '@sanity/ui'
import { lazy, Suspense, useCallback, useState } from 'react'
import { Loading } from '../ui/states.tsx'
import { LeadList } from './list/lead-list.tsx'
import { useLeadsUrl } from './use-leads-url.ts'

const LeadPane = lazy(() => import('./detail/lead-pane.tsx'))

/** The minimum width to show the lead next to the list instead of over it, in pixels. */
const besideFrom = 900
const paneWidth = 460

/** The list of leads and the open lead. */
export function LeadsView({ version }: { version: number | undefined }) {
  const { lead, open } = useLeadsUrl()
  const [element, setElement] = useState<HTMLElement | null>(null)
  const width = useElementSize(element)?.content.width ?? 0
  const isBeside = width >= besideFrom
  const close = useCallback(() => {
    open(undefined)
    // Returns the focus to the row of the lead.
    requestAnimationFrame(() =>
      element?.querySelector<HTMLElement>(`[data-lead="${lead}"] a`)?.focus(),
    )
  }, [open, element, lead])
  return (
    <Flex ref={setElement} height="fill" overflow="hidden" style={{ position: 'relative' }}>
      {(isBeside || !lead) && width > 0 && (
        <Box flex={1} style={{ minWidth: 0 }}>
          <LeadList version={version} width={isBeside && lead ? width - paneWidth : width} />
        </Box>
      )}
      {lead && width > 0 && (
        <Box style={isBeside ? { width: paneWidth, flex: 'none' } : { width: '100%' }}>
          <Suspense fallback={<Loading />}>
            <LeadPane key={lead} id={lead} version={version} isBeside={isBeside} onClose={close} />
          </Suspense>
        </Box>
      )}
    </Flex>
  )
}

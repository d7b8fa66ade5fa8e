import { Box, Flex, useTheme_v2 } from '@sanity/ui'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { StaffProvider } from './api/staff-context.tsx'
import { StaffError } from './api/staff-request.ts'
import { LeadsView } from './leads-view.tsx'
import { NotReachable } from './live/not-reachable.tsx'
import { useChanges } from './live/use-changes.ts'
import { Loading } from './loading.tsx'
import { Navigation } from './navigation.tsx'
import { useAddress } from './use-address.ts'

const FiguresView = lazy(() => import('./figures/figures-view.tsx'))
const AuditView = lazy(() => import('./audit/audit-view.tsx'))
const RetentionView = lazy(() => import('./retention/retention-view.tsx'))

/** The Leads tool. */
export default function LeadsApp() {
  const [cache] = useState(newCache)
  return (
    <QueryClientProvider client={cache}>
      <StaffProvider>
        <Shell />
      </StaffProvider>
    </QueryClientProvider>
  )
}

function Shell() {
  const { view } = useAddress()
  const { version, isAway } = useChanges()
  // What is not one of Sanity's own texts, such as a table, has its face, too.
  const { family } = useTheme_v2().font.text
  return (
    <Flex
      data-testid="leads-tool"
      direction="column"
      height="fill"
      overflow="hidden"
      style={{ fontFamily: family }}
    >
      <Navigation />
      {isAway && <NotReachable />}
      <Box flex={1} overflow="auto" style={{ minHeight: 0 }}>
        <Suspense fallback={<Loading />}>
          {view === 'list' && <LeadsView version={version} />}
          {view === 'figures' && <FiguresView version={version} />}
          {view === 'audit' && <AuditView />}
          {view === 'retention' && <RetentionView />}
        </Suspense>
      </Box>
    </Flex>
  )
}

function newCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A browser's word on whether it is connected says nothing of a server on the same machine.
        networkMode: 'always',
        retry: (failures, error) => error instanceof StaffError && error.isOutage && failures < 2,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

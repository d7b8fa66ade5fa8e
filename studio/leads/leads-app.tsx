import { Box, Flex, Text, useTheme_v2 } from '@sanity/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useSession } from '../embedded/use-session.ts'
import { newCache } from './api/cache.ts'
import { StaffProvider } from './api/staff-context.tsx'
import type { StaffError } from './api/staff-request.ts'
import { LeadsView } from './leads-view.tsx'
import { BacklogNotice } from './live/backlog-notice.tsx'
import { NotReachable } from './live/not-reachable.tsx'
import { useChanges } from './live/use-changes.ts'
import { Loading } from './loading.tsx'
import { Navigation } from './navigation.tsx'
import { Refused } from './refused.tsx'
import { useAddress } from './use-address.ts'

const FiguresView = lazy(() => import('./figures/figures-view.tsx'))
const AuditView = lazy(() => import('./audit/audit-view.tsx'))
const RetentionView = lazy(() => import('./retention/retention-view.tsx'))

/** The Leads tool. Nothing of what it knows stays for somebody who may not see leads (any more). */
export default function LeadsApp() {
  const [cache] = useState(newCache)
  const isExpired = useSession()?.state === 'expired'
  const [refusal, setRefusal] = useState<StaffError>()
  const isClosed = isExpired || refusal !== undefined
  useEffect(() => {
    // Not what is on its way, such as a note: it goes on once the same person has signed in.
    if (isClosed) cache.getQueryCache().clear()
  }, [isClosed, cache])
  return (
    <QueryClientProvider client={cache}>
      <StaffProvider>
        <Frame>
          {isExpired ? (
            <Text align="center" muted size={1} style={{ padding: 32 }}>
              Leads are shown again once you have signed in.
            </Text>
          ) : refusal ? (
            <Refused refusal={refusal} onAllowed={() => setRefusal(undefined)} />
          ) : (
            <Views onRefused={setRefusal} />
          )}
        </Frame>
      </StaffProvider>
    </QueryClientProvider>
  )
}

function Frame({ children }: { children: ReactNode }) {
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
      {children}
    </Flex>
  )
}

function Views({ onRefused }: { onRefused(refusal: StaffError): void }) {
  const { view } = useAddress()
  const { version, isAway, refusal } = useChanges()
  useEffect(() => {
    if (refusal) onRefused(refusal)
  }, [refusal, onRefused])
  return (
    <>
      <Navigation />
      {isAway ? <NotReachable /> : <BacklogNotice />}
      <Box flex={1} overflow="auto" style={{ minHeight: 0 }}>
        <Suspense fallback={<Loading />}>
          {view === 'list' && <LeadsView version={version} />}
          {view === 'figures' && <FiguresView version={version} />}
          {view === 'audit' && <AuditView />}
          {view === 'retention' && <RetentionView />}
        </Suspense>
      </Box>
    </>
  )
}

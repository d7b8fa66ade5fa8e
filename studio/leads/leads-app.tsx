import { Box, Flex, Text, useTheme_v2 } from '@sanity/ui'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useSession } from '../embedded/use-session.ts'
import { StaffProvider, useStaff } from '../staff.tsx'
import { StaffError } from '../staff-request.ts'
import { Failure, Loading } from '../ui/states.tsx'
import { LeadsView } from './leads-view.tsx'
import { BacklogNotice, NotReachable } from './live/backlog-notice.tsx'
import { useChanges } from './live/use-changes.ts'
import { Navigation } from './navigation.tsx'
import { useAddress } from './use-address.ts'

const MetricsView = lazy(() => import('./metrics/metrics-view.tsx'))
const AuditView = lazy(() => import('./audit/audit-view.tsx'))
const RetentionView = lazy(() => import('./retention/retention-view.tsx'))

/** The Leads tool. */
export default function LeadsApp() {
  return (
    <StaffProvider>
      <Frame>
        <GuardedViews />
      </Frame>
    </StaffProvider>
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

/** The views. Nothing that they have loaded stays for somebody who may not see leads (anymore). */
function GuardedViews() {
  const cache = useQueryClient()
  const isExpired = useSession()?.state === 'expired'
  const [refusal, setRefusal] = useState<StaffError>()
  const isClosed = isExpired || refusal !== undefined
  useEffect(() => {
    // Not what is on its way, such as a note: it goes on once the same person has signed in.
    if (isClosed) cache.getQueryCache().clear()
  }, [isClosed, cache])
  if (isExpired) {
    return (
      <Text align="center" muted size={1} style={{ padding: 32 }}>
        Leads are shown again once you have signed in.
      </Text>
    )
  }
  if (refusal) return <Refused refusal={refusal} onAllowed={() => setRefusal(undefined)} />
  return <Views onRefused={setRefusal} />
}

interface RefusedProps {
  refusal: StaffError
  onAllowed(): void
}

/** Shown in place of leads to people whom the server refuses them. */
function Refused({ refusal, onAllowed }: RefusedProps) {
  const request = useStaff()
  const [error, setError] = useState<unknown>(refusal)
  const isForbidden = error instanceof StaffError && error.statusCode === 403
  return (
    <Failure
      error={error}
      message={isForbidden ? 'You may not see leads any more.' : undefined}
      retry={() => void request('changes').then(onAllowed, setError)}
    />
  )
}

function Views({ onRefused }: { onRefused(refusal: StaffError): void }) {
  const { view } = useAddress()
  const { version, isUnreachable, refusal } = useChanges()
  useEffect(() => {
    if (refusal) onRefused(refusal)
  }, [refusal, onRefused])
  return (
    <>
      <Navigation />
      {isUnreachable ? <NotReachable /> : <BacklogNotice />}
      <Box flex={1} overflow="auto" style={{ minHeight: 0 }}>
        <Suspense fallback={<Loading />}>
          {view === 'list' && <LeadsView version={version} />}
          {view === 'figures' && <MetricsView version={version} />}
          {view === 'audit' && <AuditView />}
          {view === 'retention' && <RetentionView />}
        </Suspense>
      </Box>
    </>
  )
}

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
import { useLeadsUrl } from './use-leads-url.ts'

const MetricsView = lazy(() => import('./metrics/metrics-view.tsx'))
const AuditView = lazy(() => import('./audit/audit-view.tsx'))
const NoticeView = lazy(() => import('./notice/notice-view.tsx'))
const WavesView = lazy(() => import('./waves/waves-view.tsx'))
const CreditsView = lazy(() => import('./person/credits-view.tsx'))
const MessagesView = lazy(() => import('./messages/messages-view.tsx'))
const PersonView = lazy(() => import('./person/person-view.tsx'))
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
  // Gives elements that are not Sanity components, such as tables, the same font.
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

/** The views of the tool. If the user may no longer see leads, it removes all loaded data. */
function GuardedViews() {
  const cache = useQueryClient()
  const isExpired = useSession()?.state === 'expired'
  const [accessError, setAccessError] = useState<StaffError>()
  const isClosed = isExpired || accessError !== undefined
  useEffect(() => {
    // Keeps pending mutations, such as a note. They continue after the same person has signed in.
    if (isClosed) cache.getQueryCache().clear()
  }, [isClosed, cache])
  if (isExpired) {
    return (
      <Text align="center" muted size={1} style={{ padding: 32 }}>
        Sign in to see leads.
      </Text>
    )
  }
  if (accessError)
    return <AccessDenied accessError={accessError} onAllowed={() => setAccessError(undefined)} />
  return <Views onAccessDenied={setAccessError} />
}

interface AccessDeniedProps {
  accessError: StaffError
  onAllowed(): void
}

/** Shown instead of leads if the server denies access to them. */
function AccessDenied({ accessError, onAllowed }: AccessDeniedProps) {
  const request = useStaff()
  const [error, setError] = useState<unknown>(accessError)
  const isForbidden = error instanceof StaffError && error.statusCode === 403
  return (
    <Failure
      error={error}
      message={isForbidden ? 'You no longer have access to leads.' : undefined}
      retry={() => void request('changes').then(onAllowed, setError)}
    />
  )
}

function Views({ onAccessDenied }: { onAccessDenied(accessError: StaffError): void }) {
  const { view, person } = useLeadsUrl()
  const { version, isUnreachable, accessError } = useChanges()
  useEffect(() => {
    if (accessError) onAccessDenied(accessError)
  }, [accessError, onAccessDenied])
  return (
    <>
      <Navigation />
      {isUnreachable ? <NotReachable /> : <BacklogNotice />}
      <Box flex={1} overflow="auto" style={{ minHeight: 0 }}>
        <Suspense fallback={<Loading />}>
          {view === 'list' && <LeadsView version={version} />}
          {view === 'messages' && <MessagesView />}
          {view === 'person' && person && <PersonView key={person} id={person} />}
          {view === 'credits' && <CreditsView />}
          {view === 'figures' && <MetricsView version={version} />}
          {view === 'waves' && <WavesView />}
          {view === 'audit' && <AuditView />}
          {view === 'retention' && <RetentionView />}
          {view === 'notice' && <NoticeView />}
        </Suspense>
      </Box>
    </>
  )
}

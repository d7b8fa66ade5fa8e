import { Box, Flex, Text, useTheme_v2 } from '@sanity/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useStaffOptions } from '../options.ts'
import { StaffProvider, useStaff } from '../staff.tsx'
import { StaffError } from '../staff-request.ts'
import { Failure, Loading } from '../ui/states.tsx'
import { LeadsView } from './leads-view.tsx'
import { BacklogNotice, NotReachable } from './live/backlog-notice.tsx'
import { useChanges } from './live/use-changes.ts'
import { Navigation } from './navigation.tsx'
import { useLeadsUrl, type View } from './use-leads-url.ts'

const PersonView = lazy(() => import('./person/person-view.tsx'))

/** The component of each view, but not of a person. `version` increases with each change of leads. */
const views: Record<Exclude<View, 'person'>, ComponentType<{ version: number | undefined }>> = {
  list: LeadsView,
  messages: lazy(() => import('./messages/messages-view.tsx')),
  credits: lazy(() => import('./person/credits-view.tsx')),
  figures: lazy(() => import('./metrics/metrics-view.tsx')),
  waves: lazy(() => import('./waves/waves-view.tsx')),
  notice: lazy(() => import('./notice/notice-view.tsx')),
}

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
  const { useIsExpired } = useStaffOptions()
  const isExpired = useIsExpired()
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
  const Current = view === 'person' ? undefined : views[view]
  useEffect(() => {
    if (accessError) onAccessDenied(accessError)
  }, [accessError, onAccessDenied])
  return (
    <>
      <Navigation />
      {isUnreachable ? <NotReachable /> : <BacklogNotice />}
      <Box flex={1} overflow="auto" style={{ minHeight: 0 }}>
        <Suspense fallback={<Loading />}>
          {Current && <Current version={version} />}
          {person && <PersonView key={person} id={person} />}
        </Suspense>
      </Box>
    </>
  )
}

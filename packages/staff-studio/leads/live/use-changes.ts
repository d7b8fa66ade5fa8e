import { useRef } from 'react'
import { useStaff, useStaffQuery } from '../../staff.tsx'
import { StaffError } from '../../staff-request.ts'

/** The polling interval, and its maximum while the server is unreachable, in milliseconds. */
const pollIntervalMs = 600
const maxPollIntervalMs = 60_000

/** A version number that increases with each new lead and each change. */
interface Changes {
  version: number
}

interface LeadChanges {
  version: number | undefined
  isUnreachable: boolean
  /** The error of the server if the user may no longer see leads. */
  accessError: StaffError | undefined
}

/**
 * Polls for changes of leads every 600 ms while the tab is visible, and immediately when it becomes visible again. Uses
 * backoff while the server is unreachable.
 */
export function useChanges(): LeadChanges {
  const request = useStaff()
  const failures = useRef(0)
  const { data, error } = useStaffQuery<Changes>(['changes'], 'changes', {
    queryFn: async ({ signal }) => {
      try {
        const changes = await request<Changes>('changes', { signal })
        failures.current = 0
        return changes
      } catch (error) {
        failures.current += 1
        throw error
      }
    },
    retry: false,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: () => Math.min(pollIntervalMs * 2 ** failures.current, maxPollIntervalMs),
  })
  const failure = error instanceof StaffError ? error : undefined
  return {
    version: data?.version,
    isUnreachable: failure?.isOutage ?? false,
    accessError: failure?.isAccessDenied ? failure : undefined,
  }
}

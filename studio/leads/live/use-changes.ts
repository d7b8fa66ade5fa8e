import { useRef } from 'react'
import { useStaff, useStaffQuery } from '../../staff.tsx'
import { StaffError } from '../../staff-request.ts'

/** Milliseconds between two looks, and at most while the server is unreachable. */
const pollIntervalMs = 600
const maxPollIntervalMs = 60_000

/** `version` grows with each lead and each change. */
interface Changes {
  version: number
}

interface LeadChanges {
  version: number | undefined
  isUnreachable: boolean
  /** The server's answer to a person who may not see leads anymore. */
  refusal: StaffError | undefined
}

/**
 * Polls whether leads have changed: every 600 ms while this tab is seen, at once when it is seen again, and with
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
    refusal: failure?.isRefusal ? failure : undefined,
  }
}

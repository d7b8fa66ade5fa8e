import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useStaff } from '../api/staff-context.tsx'
import { StaffError } from '../api/staff-request.ts'

/** Milliseconds between two looks, and at most while the server is away. */
const pollIntervalMs = 600
const maxPollIntervalMs = 60_000

/** `version` grows with each lead and each change. */
interface Changes {
  version: number
}

interface LeadChanges {
  version: number | undefined
  /** Whether the server can't be reached. */
  isAway: boolean
  /** The server's answer to whoever may not see leads any more. */
  refusal: StaffError | undefined
}

/**
 * Looks whether leads have changed: every 600 ms while this tab is seen, at once when it is
 * seen again, and ever more seldom while the server is away.
 */
export function useChanges(): LeadChanges {
  const request = useStaff()
  const failures = useRef(0)
  const { data, error } = useQuery({
    queryKey: ['changes'],
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
    refetchIntervalInBackground: false,
  })
  const failure = error instanceof StaffError ? error : undefined
  return {
    version: data?.version,
    isAway: failure?.isOutage ?? false,
    refusal: failure?.isRefusal ? failure : undefined,
  }
}

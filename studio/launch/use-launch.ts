import type { LaunchFacts } from 'halvi-leads/contract'
import { useCallback, useEffect, useState } from 'react'
import { useClient } from 'sanity'
import { useStaff } from '../leads/api/staff-context.tsx'
import { LAUNCH_QUERY, type LaunchContent } from './content.ts'
import { launchSections, openItems, type Section } from './items.ts'
import { setOpenCount } from './open-count.ts'

/** What operators set seldom changes, and nothing tells when it has, in milliseconds. */
const factsMs = 60_000

/** Several changes are mostly one, in milliseconds. */
const debounceMs = 300

/** The documents that are looked at, as they are published. */
const looked = '*[_type in ["siteSettings", "legalPage"] && !(_id in path("drafts.**"))]'

/** Finds out what there is to do, once. @throws when the content or the server does not answer */
export function useLoadLaunch(): (signal?: AbortSignal) => Promise<Section[]> {
  const client = useClient({ apiVersion: '2025-02-19' })
  const request = useStaff()
  return useCallback(
    async (signal) => {
      const options = { perspective: 'published', ...(signal && { signal }) } as const
      const [content, facts] = await Promise.all([
        client.fetch<LaunchContent>(LAUNCH_QUERY, {}, options),
        request<LaunchFacts>('launch', signal ? { signal } : {}),
      ])
      const sections = launchSections(content, facts, {
        now: Date.now(),
        origin: location.origin,
      })
      setOpenCount(openItems(sections))
      return sections
    },
    [client, request],
  )
}

interface LaunchState {
  /** As it is now; absent until it is known. */
  sections?: Section[]
  /** Why it could not be found out the last time. */
  error?: unknown
}

/** What there is to do, followed for as long as it is shown; and what tries again at once. */
export function useLaunch(): LaunchState & { retry: () => void } {
  const client = useClient({ apiVersion: '2025-02-19' })
  const load = useLoadLaunch()
  const [state, setState] = useState<LaunchState>({})
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try begins anew
  useEffect(() => {
    const left = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const now = () =>
      load(left.signal).then(
        (sections) => left.signal.aborted || setState({ sections }),
        (error) => left.signal.aborted || setState((known) => ({ ...known, error })),
      )
    void now()
    const every = setInterval(now, factsMs)
    const changes = client
      .listen(looked, {}, { includeResult: false, visibility: 'query' })
      .subscribe({
        next() {
          clearTimeout(timer)
          timer = setTimeout(now, debounceMs)
        },
        // What is asked each minute is up to date all the same.
        error: () => {},
      })
    return () => {
      left.abort()
      clearTimeout(timer)
      clearInterval(every)
      changes.unsubscribe()
    }
  }, [client, load, tries])
  return { ...state, retry: () => setTries((count) => count + 1) }
}

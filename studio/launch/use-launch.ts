import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { LaunchFacts } from 'halvi-leads/contract'
import { useEffect } from 'react'
import { debounceTime } from 'rxjs'
import { useClient } from 'sanity'
import { newCache, useStaff } from '../staff.tsx'
import { LAUNCH_QUERY, type LaunchContent } from './content.ts'
import { launchSections, type Section } from './items.ts'

/** What operators set seldom changes, and nothing reports it, in milliseconds. */
const factsMs = 60_000

/** Several changes are mostly one, in milliseconds. */
const debounceMs = 300

/** The documents that are looked at, as they are published. */
const watched = '*[_type in ["siteSettings", "legalPage"] && !(_id in path("drafts.**"))]'

/** Shared by the menu and the tool. */
export const launchCache = newCache()

/** Returns the query of what there is to do. */
export function useSections(options: Partial<UseQueryOptions<Section[]>>) {
  const client = useClient({ apiVersion: '2025-02-19' })
  const request = useStaff()
  return useQuery<Section[]>({
    queryKey: ['launch'],
    queryFn: async ({ signal }) => {
      const [content, facts] = await Promise.all([
        client.fetch<LaunchContent>(LAUNCH_QUERY, {}, { perspective: 'published', signal }),
        request<LaunchFacts>('launch', { signal }),
      ])
      return launchSections(content, facts, { now: Date.now(), origin: location.origin })
    },
    retry: false,
    ...options,
  })
}

/** Returns the same, followed for as long as it is shown. */
export function useLaunch() {
  const client = useClient({ apiVersion: '2025-02-19' })
  const query = useSections({ refetchInterval: factsMs, refetchIntervalInBackground: true })
  const { refetch } = query
  useEffect(() => {
    const changes = client
      .listen(watched, {}, { includeResult: false, visibility: 'query' })
      .pipe(debounceTime(debounceMs))
      // A failure does not matter: the query is loaded each minute.
      .subscribe({ next: () => void refetch(), error: () => {} })
    return () => changes.unsubscribe()
  }, [client, refetch])
  return query
}

import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { LaunchFacts } from 'halvi-leads/contract'
import { useClient } from 'sanity'
import { newCache, useStaff } from '../staff.tsx'
import { useContentChanges } from '../ui/use-content-changes.ts'
import { LAUNCH_QUERY, type LaunchContent } from './content.ts'
import { launchSections, type Section } from './items.ts'

/** The polling interval for server settings, in milliseconds. They rarely change. */
const factsMs = 60_000

/** The published documents that the checklist depends on. */
const watched =
  '*[_type in ["siteSettings", "legalPage", "landingPage", "servicePage", "featurePage", "page"] && !(_id in path("drafts.**"))]'

/** The query cache that the tool menu and the Launch tool share. */
export const launchCache = newCache()

/** Queries the launch checklist. */
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

/** Queries the launch checklist and keeps it up to date while it is shown. */
export function useLaunch() {
  const query = useSections({ refetchInterval: factsMs, refetchIntervalInBackground: true })
  useContentChanges(watched, query.refetch)
  return query
}

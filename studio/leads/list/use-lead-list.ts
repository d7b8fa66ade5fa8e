import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { LeadPage, LeadSummary } from 'halvi-leads/contract'
import { useCallback, useMemo } from 'react'
import { useStaff } from '../../staff.tsx'
import { queryString } from '../../staff-request.ts'
import { filterOf, type Selection } from '../selection.ts'

type Pages = InfiniteData<LeadPage, string>

const pageSize = 100

/** Queries the leads of a selection page by page. `restart` and `refresh` update the loaded pages. */
export function useLeadList(selection: Selection) {
  const request = useStaff()
  const cache = useQueryClient()
  const { key, fetchPage } = useMemo(() => {
    const query = { ...filterOf(selection), sort: selection.sort }
    const fetchPage = (after: string, signal: AbortSignal) => {
      const page = queryString({ ...query, limit: pageSize, after: after || undefined })
      return request<LeadPage>(`leads?${page}`, { signal })
    }
    return { key: ['leads', query], fetchPage }
  }, [request, selection])
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // Loaded pages never go stale automatically. `useLiveList` refreshes the visible pages after a change.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

  /** Replaces all loaded pages with a new first page. */
  const restart = useCallback(
    (first: LeadPage) => cache.setQueryData<Pages>(key, { pages: [first], pageParams: [''] }),
    [cache, key],
  )

  /** Reloads the pages that contain a range of rows. Rows above the range stay in place. */
  const refresh = useCallback(
    async (firstRow: number, lastRow: number, signal: AbortSignal) => {
      const known = cache.getQueryData<Pages>(key)
      if (!known) return
      const [from, to] = [pageWith(known, firstRow), pageWith(known, lastRow)]
      const pages = known.pages.slice(0, from)
      const pageParams = known.pageParams.slice(0, from)
      let after: string | null = known.pageParams[from] ?? ''
      for (let index = from; index <= to && after !== null; index += 1) {
        const page: LeadPage = await fetchPage(after, signal)
        pages.push(page)
        pageParams.push(after)
        after = page.next
      }
      // Later pages stay if their cursor still matches. Otherwise, they are loaded again when scrolled to.
      if (after !== null && after === known.pageParams[pages.length]) {
        pageParams.push(...known.pageParams.slice(pages.length))
        pages.push(...known.pages.slice(pages.length))
      }
      cache.setQueryData<Pages>(key, { pages, pageParams })
    },
    [cache, key, fetchPage],
  )

  const leads = useMemo(() => distinct(list.data?.pages ?? []), [list.data])
  // The first page has the latest total, because every update reloads it.
  const counted = list.data?.pages[0]
  return { ...list, leads, counted, fetchPage, restart, refresh }
}

function pageWith({ pages }: Pages, row: number): number {
  let rows = 0
  const index = pages.findIndex(({ leads }) => {
    rows += leads.length
    return row < rows
  })
  return index === -1 ? Math.max(0, pages.length - 1) : index
}

/** Returns the leads of all pages without duplicates. A lead that moved between two requests can be on two pages. */
const distinct = (pages: LeadPage[]): LeadSummary[] => [
  ...new Map(pages.flatMap(({ leads }) => leads).map((lead) => [lead.id, lead])).values(),
]

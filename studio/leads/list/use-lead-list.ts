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
import { filterOf, type Selection } from '../address.ts'

type Pages = InfiniteData<LeadPage, string>

const pageSize = 100

/** The leads of a selection, page after page, and how to look at them again. */
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
    // What has changed is looked at again page by page, where somebody looks.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

  /** Shows this first page, without those that followed the one before. */
  const restart = useCallback(
    (first: LeadPage) => cache.setQueryData<Pages>(key, { pages: [first], pageParams: [''] }),
    [cache, key],
  )

  /** Looks at the pages from one row to another again; what is above stays where it is. */
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
      // Pages behind stay while they still follow; others are loaded again when scrolled to.
      if (after !== null && after === known.pageParams[pages.length]) {
        pageParams.push(...known.pageParams.slice(pages.length))
        pages.push(...known.pages.slice(pages.length))
      }
      cache.setQueryData<Pages>(key, { pages, pageParams })
    },
    [cache, key, fetchPage],
  )

  const leads = useMemo(() => distinct(list.data?.pages ?? []), [list.data])
  // The page that was asked for last knows best.
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

/** Returns each lead once: one that has moved between two requests may stand in both their pages. */
const distinct = (pages: LeadPage[]): LeadSummary[] => [
  ...new Map(pages.flatMap(({ leads }) => leads).map((lead) => [lead.id, lead])).values(),
]

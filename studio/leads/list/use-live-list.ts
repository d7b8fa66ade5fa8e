import type { LeadPage } from 'halvi-leads/contract'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { oneAtATime } from '../live/one-at-a-time.ts'
import { rowHeight } from './grid/lead-row.tsx'
import type { useLeadList } from './use-lead-list.ts'

interface LiveList {
  list: ReturnType<typeof useLeadList>
  version: number | undefined
  scroller: RefObject<HTMLElement | null>
  range: RefObject<{ first: number; last: number }>
  /** Whether the newest leads are at the top, so that new leads push others down. */
  isNewestFirst: boolean
}

/**
 * Keeps a list up to date. If the list is scrolled to the top, new leads appear immediately. Otherwise, `waiting` counts
 * them, and the visible rows stay in place.
 */
export function useLiveList({ list, version, scroller, range, isNewestFirst }: LiveList) {
  const { fetchPage, restart, refresh, leads, counted, isPlaceholderData } = list
  const [waiting, setWaiting] = useState<{ first: LeadPage; count: number }>()
  /** The list and version of the last refresh. `restart` identifies the list, because it changes with the list. */
  const seen = useRef<{ list: typeof restart; version: number }>(undefined)
  const known = useRef(leads)
  const isLoaded = useRef(false)
  useEffect(() => {
    known.current = leads
    isLoaded.current = counted !== undefined && !isPlaceholderData
  }, [leads, counted, isPlaceholderData])
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets the count for another list
  useEffect(() => setWaiting(undefined), [restart])

  const update = useRef(() => {})
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    // Errors are ignored here: `useChanges` reports outages, and the next change refreshes the list again.
    update.current = oneAtATime(async () => {
      const first = await fetchPage('', signal)
      if ((scroller.current?.scrollTop ?? 0) < rowHeight) return void restart(first)
      if (isNewestFirst) setWaiting(newIn(first, known.current[0]?.id))
      await refresh(range.current.first, range.current.last, signal)
    }, signal)
    return () => controller.abort()
  }, [fetchPage, restart, refresh, scroller, range, isNewestFirst])

  useEffect(() => {
    if (version === undefined) return
    const isAnother = seen.current?.list !== restart
    if (!isAnother && seen.current?.version === version) return
    seen.current = { list: restart, version }
    // A list that is still loading is up to date. A list from the cache may be outdated.
    if (isAnother && !isLoaded.current) return
    update.current()
  }, [version, restart])

  const showWaiting = useCallback(() => {
    if (waiting) restart(waiting.first)
    setWaiting(undefined)
  }, [waiting, restart])
  return { waiting: waiting?.count ?? 0, showWaiting }
}

function newIn(first: LeadPage, newestKnown: string | undefined) {
  const index = first.leads.findIndex(({ id }) => id === newestKnown)
  const count = index === -1 ? first.leads.length : index
  return count > 0 ? { first, count } : undefined
}

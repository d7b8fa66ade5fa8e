import type { LeadPage } from 'halvi-leads/contract'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { oneAtATime } from '../live/one-at-a-time.ts'
import { rowHeight } from './grid/lead-row.tsx'
import type { useLeadList } from './use-lead-list.ts'

/** Milliseconds after which it is looked again for leads that can't be found yet. */
const indexingMs = 3_000

interface LiveList {
  list: ReturnType<typeof useLeadList>
  version: number | undefined
  scroller: RefObject<HTMLElement | null>
  range: RefObject<{ first: number; last: number }>
  /** Whether new leads at the top push others down: the list begins with the newest. */
  isNewestFirst: boolean
}

/**
 * Keeps a list up to date. New leads appear at once where the list is scrolled to its beginning; elsewhere they are
 * counted, and lines stay where they are.
 */
export function useLiveList({ list, version, scroller, range, isNewestFirst }: LiveList) {
  const { fetchPage, restart, refresh, leads, counted, isPlaceholderData } = list
  const [waiting, setWaiting] = useState<{ first: LeadPage; count: number }>()
  /** `restart` is another one for each list. */
  const seen = useRef<{ list: typeof restart; state: string }>(undefined)
  const known = useRef(leads)
  const isLoaded = useRef(false)
  useEffect(() => {
    known.current = leads
    isLoaded.current = counted !== undefined && !isPlaceholderData
  }, [leads, counted, isPlaceholderData])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has nothing waiting
  useEffect(() => setWaiting(undefined), [restart])

  // A lead that is indexed later changes nothing about itself.
  const [looks, setLooks] = useState(0)
  const isIndexing = (counted?.unindexed ?? 0) > 0
  useEffect(() => {
    if (!isIndexing) return
    const timer = setInterval(() => {
      if (!document.hidden) setLooks((count) => count + 1)
    }, indexingMs)
    return () => clearInterval(timer)
  }, [isIndexing])

  const look = useRef(() => {})
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    // What went wrong shows where the changes are asked for; the next change looks again.
    look.current = oneAtATime(async () => {
      const first = await fetchPage('', signal)
      if ((scroller.current?.scrollTop ?? 0) < rowHeight) return void restart(first)
      if (isNewestFirst) setWaiting(newIn(first, known.current[0]?.id))
      await refresh(range.current.first, range.current.last, signal)
    }, signal)
    return () => controller.abort()
  }, [fetchPage, restart, refresh, scroller, range, isNewestFirst])

  const state = version === undefined ? undefined : `${version} ${looks}`
  useEffect(() => {
    if (state === undefined) return
    const isAnother = seen.current?.list !== restart
    if (!isAnother && seen.current?.state === state) return
    seen.current = { list: restart, state }
    // What is still being loaded is as it is by now; what was kept since it was shown last may not be.
    if (isAnother && !isLoaded.current) return
    look.current()
  }, [state, restart])

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

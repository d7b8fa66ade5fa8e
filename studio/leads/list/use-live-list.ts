import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { LeadPage } from '../../../app/leads/staff/contract.ts'
import type { useLeadList } from './use-lead-list.ts'

interface LiveList {
  list: ReturnType<typeof useLeadList>
  /** What `useChanges` says. */
  version: number | undefined
  /** The first and the last line that are seen. */
  range: RefObject<{ first: number; last: number }>
  /** Whether new leads at the top push others down: the list begins with the newest. */
  isNewestFirst: boolean
}

/**
 * Keeps a list as it is by now. Whoever sees its beginning sees new leads at once; to others they are
 * counted, and their lines stay where they are.
 */
export function useLiveList({ list, version, range, isNewestFirst }: LiveList) {
  const { peek, restart, refresh, leads } = list
  const [waiting, setWaiting] = useState<{ first: LeadPage; count: number }>()
  const seen = useRef(version)
  const known = useRef(leads)
  useEffect(() => {
    known.current = leads
  }, [leads])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has nothing waiting
  useEffect(() => setWaiting(undefined), [restart])

  useEffect(() => {
    if (version === undefined || version === seen.current) return
    const isFirst = seen.current === undefined
    seen.current = version
    if (isFirst) return
    const controller = new AbortController()
    const { signal } = controller
    const look = async () => {
      const first = await peek(signal)
      const { first: firstRow, last: lastRow } = range.current
      if (firstRow === 0) return void restart(first)
      if (isNewestFirst) setWaiting(newIn(first, known.current[0]?.id))
      await refresh(firstRow, lastRow, signal)
    }
    // What went wrong shows where the changes are asked for; the next change looks again.
    look().catch(() => {})
    return () => controller.abort()
  }, [version, peek, restart, refresh, range, isNewestFirst])

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

import { keepPreviousData } from '@tanstack/react-query'
import type { LeadPage } from 'halvi-leads/contract'
import { useState } from 'react'
import { useStaffQuery } from '../../staff.tsx'
import { queryString } from '../../staff-request.ts'
import { useFreshMetrics } from '../metrics/numbers.tsx'
import { filterOf, type Selection } from '../selection.ts'

const pageSize = 50

/** Queries one page of the leads of a selection, and loads it again after each change of leads (`version`). */
export function usePage(selection: Selection, version: number | undefined) {
  const search = queryString({ ...filterOf(selection), sort: selection.sort, limit: pageSize })
  /** The cursors of the pages up to the current one, without the first page. */
  const [opened, setOpened] = useState({ search, cursors: [] as string[] })
  const cursors = opened.search === search ? opened.cursors : []
  const path = `leads?${search}${cursors.length ? `&${queryString({ after: cursors.at(-1) })}` : ''}`
  const query = useStaffQuery<LeadPage>(['leads', path], path, {
    placeholderData: keepPreviousData,
  })
  useFreshMetrics(query, version)
  const go = (to: string[]) => () => setOpened({ search, cursors: to })
  const next = query.isPlaceholderData ? null : query.data?.next
  return {
    query,
    number: cursors.length + 1,
    previous: cursors.length > 0 ? go(cursors.slice(0, -1)) : undefined,
    next: next ? go([...cursors, next]) : undefined,
  }
}

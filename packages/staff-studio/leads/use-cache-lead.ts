import { useQueryClient } from '@tanstack/react-query'
import type { LeadDetail, LeadPage } from 'halvi-leads/contract'
import { useCallback } from 'react'

/** Returns a function that puts a lead from an API response into the query cache, for the pane and the lists. */
export function useCacheLead(): (lead: LeadDetail) => Promise<void> {
  const cache = useQueryClient()
  return useCallback(
    async (lead) => {
      // Pending requests may return an older version.
      await cache.cancelQueries({ queryKey: ['lead', lead.id] })
      cache.setQueryData<LeadDetail>(['lead', lead.id], lead)
      const { fields, firstTouch, history, noteList, applicant, announced, ...summary } = lead
      cache.setQueriesData<LeadPage>(
        { queryKey: ['leads'] },
        (known) =>
          known && {
            ...known,
            leads: known.leads.map((one) => (one.id === lead.id ? summary : one)),
          },
      )
    },
    [cache],
  )
}

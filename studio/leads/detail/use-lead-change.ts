import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type {
  LeadChange,
  LeadDetail,
  LeadPage,
} from '../../../app/leads/staff/contract/contract.ts'
import { useStaff } from '../api/staff-context.tsx'
import { StaffError } from '../api/staff-request.ts'

type Values = Omit<LeadChange, 'revision'>

/** A change that was not made, since the lead had been changed by then. */
export interface Conflict {
  /** What was to be set. */
  wanted: Values
  /** The lead before, as whoever wanted that saw it. */
  before: LeadDetail
}

/** Sets a lead's status or owner, if it still is as it is shown. */
export function useLeadChange(lead: LeadDetail) {
  const request = useStaff()
  const keep = useKeepLead()
  const { mutate, isPending, variables, error, data, reset } = useMutation({
    mutationFn: async (values: Values): Promise<Conflict | undefined> => {
      try {
        const body: LeadChange = { revision: lead.revision, ...values }
        await keep(await request<LeadDetail>(`leads/${lead.id}`, { method: 'PATCH', body }))
        return undefined
      } catch (failure) {
        const current = currentIn(failure)
        if (!current) throw failure
        await keep(current)
        return { wanted: values, before: lead }
      }
    },
  })
  return {
    /** One after the other: the second would be refused for the first one's revision. */
    change: (values: Values) => {
      if (!isPending) mutate(values)
    },
    isChanging: isPending,
    /** What is being set. */
    setting: isPending ? variables : {},
    error,
    conflict: data,
    dismiss: reset,
  }
}

/** The lead as it is by now, out of the answer to a change that came too late. */
function currentIn(failure: unknown): LeadDetail | undefined {
  if (!(failure instanceof StaffError) || failure.statusCode !== 409) return undefined
  return (failure.body as { lead?: LeadDetail } | undefined)?.lead
}

/** Keeps a lead that the API has answered with, in the pane and in the lists. */
export function useKeepLead(): (lead: LeadDetail) => Promise<void> {
  const cache = useQueryClient()
  return useCallback(
    async (lead) => {
      // What is still on its way was asked for before.
      await cache.cancelQueries({ queryKey: ['lead', lead.id] })
      cache.setQueryData<LeadDetail>(['lead', lead.id], lead)
      const { fields, firstTouch, history, noteList, ...summary } = lead
      cache.setQueriesData<InfiniteData<LeadPage>>(
        { queryKey: ['leads'] },
        (known) =>
          known && {
            ...known,
            pages: known.pages.map((page) => ({
              ...page,
              leads: page.leads.map((one) => (one.id === lead.id ? summary : one)),
            })),
          },
      )
    },
    [cache],
  )
}

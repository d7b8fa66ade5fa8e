import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import type { LeadChange, LeadDetail, LeadPage } from 'halvi-leads/contract'
import { useCallback, useRef, useState } from 'react'
import { useStaffMutation } from '../../staff.tsx'
import { StaffError } from '../../staff-request.ts'

type Values = Omit<LeadChange, 'revision'>

/** A change that was not made, since the lead had been changed by then. */
export interface Conflict {
  wanted: Values
  /** The lead as the person who wanted that saw it. */
  before: LeadDetail
}

/** Sets a lead's status or owner, if it still is as it is shown. */
export function useLeadChange(lead: LeadDetail) {
  const keep = useKeepLead()
  /** What was chosen while a change was on its way; undefined while none is. */
  const next = useRef<Values>(undefined)
  const [setting, setSetting] = useState<Values>({})
  const [isPartlyMade, setPartlyMade] = useState(false)
  const { mutate, isPending, error, data, reset } = useStaffMutation(
    async (request, values: Values): Promise<Conflict | undefined> => {
      let before = lead
      let wanted = values
      try {
        while (Object.keys(wanted).length > 0) {
          const body: LeadChange = { revision: before.revision, ...wanted }
          before = await request<LeadDetail>(`leads/${lead.id}`, { method: 'PATCH', body })
          await keep(before)
          setPartlyMade(true)
          wanted = next.current ?? {}
          next.current = {}
        }
        return undefined
      } catch (failure) {
        const current = currentIn(failure)
        if (!current) throw failure
        await keep(current)
        return { wanted: { ...wanted, ...next.current }, before }
      } finally {
        next.current = undefined
      }
    },
  )
  return {
    /** One after the other: the second would be refused for the first one's revision. */
    change: (values: Values) => {
      if (next.current) {
        next.current = { ...next.current, ...values }
        setSetting((earlier) => ({ ...earlier, ...values }))
        return
      }
      next.current = {}
      setSetting(values)
      setPartlyMade(false)
      mutate(values)
    },
    isChanging: isPending,
    setting: isPending ? setting : {},
    error,
    /** Of what was to be set one after the other, whether some was before the error. */
    isPartlyMade,
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

import type { LeadChange, LeadDetail } from 'halvi-leads/contract'
import { useRef, useState } from 'react'
import { useStaffMutation } from '../../staff.tsx'
import { StaffError } from '../../staff-request.ts'
import { useCacheLead } from '../use-cache-lead.ts'

type Values = Omit<LeadChange, 'revision'>

/** A rejected change: the lead was changed by someone else in the meantime. */
export interface Conflict {
  requested: Values
  /** The lead as the user saw it when making the change. */
  before: LeadDetail
}

/** Changes a lead's status or owner, unless the lead has changed in the meantime. */
export function useLeadChange(lead: LeadDetail) {
  const cacheLead = useCacheLead()
  /** Values chosen while a change is being saved. Undefined if no change is being saved. */
  const next = useRef<Values>(undefined)
  const [setting, setSetting] = useState<Values>({})
  const [isPartlySaved, setPartlySaved] = useState(false)
  const { mutate, isPending, error, data, reset } = useStaffMutation(
    async (request, values: Values): Promise<Conflict | undefined> => {
      let before = lead
      let requested = values
      try {
        while (Object.keys(requested).length > 0) {
          const body: LeadChange = { revision: before.revision, ...requested }
          before = await request<LeadDetail>(`leads/${lead.id}`, { method: 'PATCH', body })
          await cacheLead(before)
          setPartlySaved(true)
          requested = next.current ?? {}
          next.current = {}
        }
        return undefined
      } catch (failure) {
        const current = currentIn(failure)
        if (!current) throw failure
        await cacheLead(current)
        return { requested: { ...requested, ...next.current }, before }
      } finally {
        next.current = undefined
      }
    },
  )
  return {
    /** Saves changes one after the other. In parallel, the second would be rejected because of its old revision. */
    change: (values: Values) => {
      if (next.current) {
        next.current = { ...next.current, ...values }
        setSetting((earlier) => ({ ...earlier, ...values }))
        return
      }
      next.current = {}
      setSetting(values)
      setPartlySaved(false)
      mutate(values)
    },
    isChanging: isPending,
    setting: isPending ? setting : {},
    error,
    /** Whether some of several consecutive changes were saved before the error. */
    isPartlySaved,
    conflict: data,
    dismiss: reset,
  }
}

/** Returns the current lead from a 409 response to an outdated change. */
function currentIn(failure: unknown): LeadDetail | undefined {
  if (!(failure instanceof StaffError) || failure.statusCode !== 409) return undefined
  return (failure.body as { lead?: LeadDetail } | undefined)?.lead
}

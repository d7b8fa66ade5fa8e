import { useToast } from '@sanity/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BulkChange } from 'halvi-leads/contract'
import { useStaff } from '../api/staff-context.tsx'
import { reasonOf } from '../failure.tsx'

/** Changes many leads at once, says how many these were, and looks at them again. */
export function useBulkChange(onDone: () => void) {
  const request = useStaff()
  const cache = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (body: BulkChange) =>
      request<{ changed: number }>('leads/bulk', { method: 'POST', body }),
    onSuccess: ({ changed }) => {
      const leads = changed === 1 ? '1 lead' : `${changed.toLocaleString('en-US')} leads`
      toast.push({ status: 'success', title: `${leads} changed` })
      onDone()
    },
    onError: (error) =>
      toast.push({ status: 'error', title: 'Nothing was changed', description: reasonOf(error) }),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ['changes'] }),
        cache.invalidateQueries({ queryKey: ['lead'] }),
      ]),
  })
}

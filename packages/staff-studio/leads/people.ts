import type { LeadSummary, Me } from 'halvi-leads/contract'
import type { Permission } from 'halvi-leads/permissions'
import { useStaffQuery } from '../staff.tsx'

type Person = NonNullable<LeadSummary['owner']>

/** Returns the signed-in user, or undefined while loading. */
export const useMe = (): Me | undefined =>
  useStaffQuery<Me>(['me'], 'me', { staleTime: 60_000 }).data

/** Returns a function that checks whether the signed-in user has a permission. */
export function useMay(): (permission: Permission) => boolean {
  const me = useMe()
  return (permission) => me?.permissions.includes(permission) ?? false
}

/** Returns the people who can own leads. */
export const usePeople = (): Person[] =>
  useStaffQuery<{ people: Person[] }>(['people'], 'people', { staleTime: 60_000 }).data?.people ??
  []

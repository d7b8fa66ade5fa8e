import type { LeadSummary, Me } from 'halvi-leads/contract'
import type { Permission } from 'halvi-leads/permissions'
import { useStaffQuery } from '../staff.tsx'

type Person = NonNullable<LeadSummary['owner']>

/** Returns who is signed in; undefined until the API has said so. */
export const useMe = (): Me | undefined =>
  useStaffQuery<Me>(['me'], 'me', { staleTime: 60_000 }).data

/** Returns a check for what the person who is signed in may do. */
export function useMay(): (permission: Permission) => boolean {
  const me = useMe()
  return (permission) => me?.permissions.includes(permission) ?? false
}

/** Returns the people who may own leads. */
export const usePeople = (): Person[] =>
  useStaffQuery<{ people: Person[] }>(['people'], 'people', { staleTime: 60_000 }).data?.people ??
  []

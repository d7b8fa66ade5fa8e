import { useQuery } from '@tanstack/react-query'
import type { LeadSummary, Me } from 'halvi-leads/contract'
import type { Permission } from 'halvi-leads/permissions'
import { useStaff } from './staff-context.tsx'

export type Person = NonNullable<LeadSummary['owner']>

/** Who is signed in; undefined until the API has said so. */
export function useMe() {
  const request = useStaff()
  return useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => request<Me>('me', { signal }),
    staleTime: 60_000,
  })
}

/** Tells what whoever is signed in may do. */
export function useMay(): (permission: Permission) => boolean {
  const { data } = useMe()
  return (permission) => data?.permissions.includes(permission) ?? false
}

/** Those who may own leads. */
export function usePeople(): Person[] {
  const request = useStaff()
  const { data } = useQuery({
    queryKey: ['people'],
    queryFn: ({ signal }) => request<{ people: Person[] }>('people', { signal }),
    staleTime: 60_000,
  })
  return data?.people ?? []
}

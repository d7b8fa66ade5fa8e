import { useToast } from '@sanity/ui'
import {
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  type QueryKey,
  type UseMutationOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { useClient } from 'sanity'
import { readConnection } from './connection.ts'
import { retryAfterSignIn } from './embedded/session.ts'
import { reasonOf, StaffError, type StaffRequest, staffRequest } from './staff-request.ts'

const RequestContext = createContext<StaffRequest | undefined>(undefined)

interface StaffProviderProps {
  /** Keeps answers for longer than this component is there. */
  cache?: QueryClient
  children: ReactNode
}

/** Lets what it surrounds ask the API for staff as the person who is signed in. */
export function StaffProvider({ cache, children }: StaffProviderProps) {
  const { token } = useClient({ apiVersion: '2025-02-19' }).config()
  const [ownCache] = useState(newCache)
  const request = useMemo(
    () =>
      readConnection().hosted
        ? staffRequest({ token, retryAfterSignIn: (send) => send() })
        : staffRequest({ token: undefined, retryAfterSignIn }),
    [token],
  )
  return (
    <QueryClientProvider client={cache ?? ownCache}>
      <RequestContext value={request}>{children}</RequestContext>
    </QueryClientProvider>
  )
}

/** Returns what asks the API for staff. */
export function useStaff(): StaffRequest {
  const request = useContext(RequestContext)
  if (!request) throw new Error('useStaff is called outside of StaffProvider')
  return request
}

/** Returns a new cache of the API's answers. */
export function newCache(): QueryClient {
  /** A refusal may be of one action alone: whether leads may still be seen is asked at once. */
  const onError = (error: Error) => {
    if (error instanceof StaffError && error.isRefusal) {
      void cache.invalidateQueries({ queryKey: ['changes'] })
    }
  }
  const cache = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => queryKey[0] !== 'changes' && onError(error),
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The browser's connection says nothing about a server on the same machine.
        networkMode: 'always',
        retry: (failures, error) => error instanceof StaffError && error.isOutage && failures < 2,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return cache
}

/** Returns the query of a path of the API. */
export function useStaffQuery<Answer>(
  queryKey: QueryKey,
  path: string,
  options: Partial<UseQueryOptions<Answer>> = {},
) {
  const request = useStaff()
  return useQuery<Answer>({
    queryKey,
    queryFn: ({ signal }) => request<Answer>(path, { signal }),
    ...options,
  })
}

interface StaffMutationOptions<Answer, Input> extends UseMutationOptions<Answer, Error, Input> {
  /** What did not happen where it fails, for a toast; empty: the toast has the reason alone. Absent: no toast. */
  failed?: string
}

/** Returns a mutation by the API, whose failure may be shown as a toast. */
export function useStaffMutation<Answer, Input = void>(
  send: (request: StaffRequest, input: Input) => Promise<Answer>,
  { failed, ...options }: StaffMutationOptions<Answer, Input> = {},
) {
  const request = useStaff()
  const toast = useToast()
  const onError = (error: Error) => {
    const reason = reasonOf(error)
    toast.push({
      status: 'error',
      ...(failed ? { title: failed, description: reason } : { title: reason }),
    })
  }
  return useMutation<Answer, Error, Input>({
    mutationFn: (input) => send(request, input),
    ...(failed !== undefined && { onError }),
    ...options,
  })
}

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
import { useStaffOptions } from './options.ts'
import { errorText, StaffError, type StaffRequest, staffRequest } from './staff-request.ts'

/** The version of Sanity's API that the tools use. */
export const apiVersion = '2025-02-19'

const RequestContext = createContext<StaffRequest | undefined>(undefined)

/** Provides the staff API to its children. Requests have the credentials of the signed-in user. */
export function StaffProvider({ children }: { children: ReactNode }) {
  const { token } = useClient({ apiVersion }).config()
  const [cache] = useState(newCache)
  const { retryAfterSignIn } = useStaffOptions()
  const request = useMemo(
    () => staffRequest({ token, retryAfterSignIn }),
    [token, retryAfterSignIn],
  )
  return (
    <QueryClientProvider client={cache}>
      <RequestContext value={request}>{children}</RequestContext>
    </QueryClientProvider>
  )
}

/** Returns the function that sends requests to the staff API. */
export function useStaff(): StaffRequest {
  const request = useContext(RequestContext)
  if (!request) throw new Error('useStaff must be called inside a StaffProvider')
  return request
}

/** Returns a new cache for responses of the staff API. */
function newCache(): QueryClient {
  /** A request may fail for one action only. This checks immediately whether the user can still view leads. */
  const onError = (error: Error) => {
    if (error instanceof StaffError && error.isAccessDenied) {
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
        // A server on the same machine is reachable even when the browser is offline.
        networkMode: 'always',
        retry: (failures, error) => error instanceof StaffError && error.isOutage && failures < 2,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return cache
}

/** Queries a path of the staff API. */
export function useStaffQuery<Data>(
  queryKey: QueryKey,
  path: string,
  options: Partial<UseQueryOptions<Data>> = {},
) {
  const request = useStaff()
  return useQuery<Data>({
    queryKey,
    queryFn: ({ signal }) => request<Data>(path, { signal }),
    ...options,
  })
}

interface StaffMutationOptions<Data, Input> extends UseMutationOptions<Data, Error, Input> {
  /** The title of the error toast. If empty, the toast shows only the reason. If absent, there is no toast. */
  failed?: string
}

/** Returns a mutation through the staff API. If `failed` is set, an error shows a toast. */
export function useStaffMutation<Data, Input = void>(
  send: (request: StaffRequest, input: Input) => Promise<Data>,
  { failed, ...options }: StaffMutationOptions<Data, Input> = {},
) {
  const request = useStaff()
  const toast = useToast()
  const onError = (error: Error) => {
    const reason = errorText(error)
    toast.push({
      status: 'error',
      ...(failed ? { title: failed, description: reason } : { title: reason }),
    })
  }
  return useMutation<Data, Error, Input>({
    mutationFn: (input) => send(request, input),
    ...(failed !== undefined && { onError }),
    ...options,
  })
}

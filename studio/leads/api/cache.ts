import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { StaffError } from './staff-request.ts'

/** What the API has answered, for as long as the tool is open. */
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
        // A browser's word on whether it is connected says nothing of a server on the same machine.
        networkMode: 'always',
        retry: (failures, error) => error instanceof StaffError && error.isOutage && failures < 2,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return cache
}

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { debounceTime } from 'rxjs'
import { useClient } from 'sanity'
import { newCache } from '../staff.tsx'
import { authorsOf, HOME_QUERY, type HomeContent, watched } from './content.ts'

/** The query cache of the start screen. It shows the former content while it loads again. */
export const homeCache = newCache()

/** The delay that combines several changes into one reload, in milliseconds. */
const debounceMs = 500

/** The maximum number of transactions in which to look for authors. */
const maxTransactions = '200'

/** Queries the content of the start screen, and keeps it up to date while it is shown. */
export function useHome() {
  const client = useClient({ apiVersion: '2025-02-19' })
  const query = useQuery({
    queryKey: ['home'],
    queryFn: async ({ signal }) => {
      const options = { perspective: 'raw', signal } as const
      const content = await client.fetch<HomeContent>(HOME_QUERY, {}, options)
      const ids = content.drafts.map(({ _id }) => _id).join(',')
      const path = `/data/history/${client.config().dataset}/transactions/${ids}`
      const limits = { excludeContent: 'true', reverse: 'true', limit: maxTransactions }
      const authors = ids
        ? // A document without a known author is shown without one.
          await client.request<string>({ uri: path, query: limits, signal }).catch(() => '')
        : ''
      return { ...content, authors: authorsOf(authors), loadedAt: Date.now() }
    },
    retry: false,
  })
  const { refetch } = query
  useEffect(() => {
    const options = { includeResult: false, includeAllVersions: true, visibility: 'query' } as const
    const changes = client
      .listen(watched, {}, options)
      .pipe(debounceTime(debounceMs))
      // Ignores errors: the next visit of the tool loads the content again.
      .subscribe({ next: () => void refetch(), error: () => {} })
    return () => changes.unsubscribe()
  }, [client, refetch])
  return query
}

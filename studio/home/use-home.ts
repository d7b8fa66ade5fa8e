import { useQuery } from '@tanstack/react-query'
import { useClient } from 'sanity'
import { newCache } from '../staff.tsx'
import { useContentChanges } from '../ui/use-content-changes.ts'
import { authorsOf, HOME_QUERY, type HomeContent, watched } from './content.ts'

/** The query cache of the start screen. It shows the former content while it loads again. */
export const homeCache = newCache()

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
  useContentChanges(watched, query.refetch)
  return query
}

import { useInfiniteQuery } from '@tanstack/react-query'
import type { SanityDocument } from 'sanity'
import { useClient } from 'sanity'

/** A change of a document, as the content API of this site lists it. */
export interface Entry {
  /** The published id of the document. */
  id: string
  /** Absent for a deleted document. */
  kind?: keyof typeof verbs
  timestamp: string
  author: { id: string; name: string }
  /** The type and the first short texts of the document. Absent if its history was pruned. */
  document?: SanityDocument
}

/** The words for what a person did to a document. */
export const verbs = {
  created: 'created',
  edited: 'edited',
  published: 'published',
  unpublished: 'unpublished',
  discarded: 'discarded changes to',
  deleted: 'deleted',
} as const

interface Page {
  activities?: Entry[]
  deleted?: Entry[]
  next?: string
}

/** Queries a list of the content API page by page. */
export function usePages(list: 'activity' | 'bin', search: Record<string, string> = {}) {
  const client = useClient({ apiVersion: '2025-02-19' })
  const { dataset } = client.config()
  const query = useInfiniteQuery({
    queryKey: [list, search],
    queryFn: ({ pageParam, signal }) => {
      const params = new URLSearchParams(search)
      if (pageParam !== '') params.set('before', pageParam)
      return client.request<Page>({ uri: `/${list}/${dataset}?${params}`, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
  })
  const entries = query.data?.pages.flatMap((page) => page.activities ?? page.deleted ?? [])
  return { ...query, entries }
}

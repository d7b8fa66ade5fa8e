import { Flex } from '@sanity/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useStaff } from '../staff.tsx'
import { queryString } from '../staff-request.ts'
import { Note, SmallButton } from '../ui/controls.tsx'
import { Loaded } from '../ui/states.tsx'
import { List } from '../ui/tool-page.tsx'

interface PagedListProps<Page> {
  /** The path of the staff API, and the beginning of the query key below `mail`. */
  path: string
  filter: Readonly<Record<string, string>>
  label: string
  /** The note for an empty list. */
  none: string
  refetchInterval?: number
  /** Renders the items of a page. */
  children(page: Page): ReactNode[]
}

/** A list about mail and referrals that loads further pages on request. */
export function PagedList<Page extends { next: string | null }>(props: PagedListProps<Page>) {
  const { path, filter, label, none, refetchInterval = false, children } = props
  const request = useStaff()
  const query = useInfiniteQuery({
    queryKey: ['mail', path, filter],
    queryFn: ({ pageParam: before, signal }) =>
      request<Page>(`${path}?${queryString({ ...filter, before })}`, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval,
  })
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const items = pages.flatMap(children)
        return (
          <>
            <List aria-label={label}>{items}</List>
            {items.length === 0 && <Note>{none}</Note>}
            {query.hasNextPage && (
              <Flex justify="center">
                <SmallButton text="Show more" onClick={() => query.fetchNextPage()} />
              </Flex>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

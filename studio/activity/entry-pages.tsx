import { Button, Stack } from '@sanity/ui'
import type { ReactNode } from 'react'
import { Note } from '../ui/controls.tsx'
import { Failure, Loading } from '../ui/states.tsx'
import { List } from '../ui/tool-page.tsx'
import type { Entry, usePages } from './use-pages.ts'

interface EntryPagesProps {
  pages: ReturnType<typeof usePages>
  /** The text for an empty list. */
  empty: string
  render(entry: Entry): ReactNode
}

/** Shows the loaded pages of a list, with a button that loads the next one. */
export function EntryPages({ pages, empty, render }: EntryPagesProps) {
  const { entries, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  if (isError) {
    const message = 'Couldn’t load the list. Try again in a moment.'
    return <Failure message={message} retry={() => void refetch()} />
  }
  if (!entries) return <Loading />
  if (entries.length === 0 && !hasNextPage) return <Note>{empty}</Note>
  return (
    <Stack space={4}>
      <List>{entries.map(render)}</List>
      {hasNextPage && (
        <Button
          text="Show more"
          mode="ghost"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        />
      )}
    </Stack>
  )
}

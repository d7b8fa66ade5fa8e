import { Box, Card, Flex, Stack } from '@sanity/ui'
import { useCallback, useEffect, useRef } from 'react'
import { isFiltered, type Selection } from '../address.ts'
import { useMay } from '../api/people.ts'
import { Failure } from '../failure.tsx'
import { FilterChips } from '../filters/filters.tsx'
import { useAddress } from '../use-address.ts'
import { BulkActions } from './bulk-actions.tsx'
import { LeadGrid } from './grid/lead-grid.tsx'
import { exportOf, nothingTicked, targetOf, toggled, toggledRange } from './grid/selected.ts'
import { ListFooter, NewLeads, NoLeads, RowSkeletons } from './list-states.tsx'
import { Toolbar } from './toolbar.tsx'
import { leadsWord, totalWord } from './total.ts'
import { useBulkChange } from './use-bulk-change.ts'
import { useLeadList } from './use-lead-list.ts'
import { useLiveList } from './use-live-list.ts'
import { useTicked } from './use-ticked.ts'

interface LeadListProps {
  version: number | undefined
  /** Pixels that it has. */
  width: number
}

/** Searching, filtering and the leads that were found. */
export function LeadList({ version, width }: LeadListProps) {
  const { selection, select, lead: openId, open } = useAddress()
  const list = useLeadList(selection)
  const { leads, counted, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const scroller = useRef<HTMLDivElement>(null)
  const range = useRef({ first: 0, last: 0 })
  const { waiting, showWaiting } = useLiveList({
    list,
    version,
    scroller,
    range,
    isNewestFirst: selection.sort === 'newest',
  })
  const [ticked, setTicked] = useTicked(selection)
  const bulk = useBulkChange(() => setTicked(nothingTicked))
  const may = useMay()

  const show = useCallback(
    (next: Selection, options?: { replace?: boolean }) => {
      setTicked(nothingTicked)
      scroller.current?.scrollTo({ top: 0 })
      select(next, options)
    },
    [select, setTicked],
  )
  const onEnd = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [isFetchingNextPage, fetchNextPage])
  const onRange = useCallback((first: number, last: number) => {
    range.current = { first, last }
  }, [])
  const ids = leads.map(({ id }) => id)
  const lastToggled = useRef<string>(undefined)
  const tickedCount = ticked.all ? totalWord(counted) : ticked.ids.size.toLocaleString('en-US')
  const isTicked = ticked.all || ticked.ids.size > 0
  useEffect(() => {
    if (!isTicked) return
    return () => {
      // What changes the ticked ones is gone, and the focus with it.
      if (document.activeElement !== document.body) return
      scroller.current?.querySelector<HTMLElement>('[role="row"][tabindex="0"]')?.focus()
    }
  }, [isTicked])
  const isEmpty = list.isSuccess && leads.length === 0

  return (
    <Flex direction="column" height="fill">
      <Card borderBottom>
        <Stack space={2} padding={3}>
          <Toolbar
            selection={selection}
            onChange={show}
            width={width}
            isEmpty={isEmpty}
            exported={exportOf(ticked, selection)}
          />
          <FilterChips selection={selection} onChange={show} />
        </Stack>
      </Card>
      {isTicked && may('leads:change') && (
        <BulkActions
          count={tickedCount}
          {...(!ticked.all &&
            ticked.ids.size < (counted?.total ?? 0) && {
              tickAll: { count: totalWord(counted), onClick: () => setTicked({ all: true }) },
            })}
          isBusy={bulk.isPending}
          onChange={(change) => bulk.mutate({ ...targetOf(ticked, selection), ...change })}
          onClear={() => setTicked(nothingTicked)}
        />
      )}
      <Box ref={scroller} flex={1} overflow="auto" style={{ position: 'relative', minHeight: 0 }}>
        {waiting > 0 && (
          <NewLeads
            count={waiting}
            onClick={() => {
              showWaiting()
              scroller.current?.scrollTo({ top: 0 })
            }}
          />
        )}
        {list.isPending && <RowSkeletons />}
        {error && leads.length === 0 && <Failure error={error} retry={refetch} />}
        {isEmpty && (
          <NoLeads isFiltered={isFiltered(selection)} unindexed={counted?.unindexed ?? 0} />
        )}
        {leads.length > 0 && (
          <Box style={{ opacity: list.isPlaceholderData ? 0.5 : 1 }}>
            <LeadGrid
              leads={leads}
              rowCount={counted && !counted.totalIsMore ? counted.total : -1}
              hasNextPage={hasNextPage}
              sort={selection.sort}
              width={width}
              openId={openId}
              ticked={ticked}
              scroller={scroller}
              onEnd={onEnd}
              onRange={onRange}
              onSort={(sort) => show({ ...selection, sort })}
              onOpen={open}
              onToggle={(id, isRange) => {
                setTicked(
                  isRange
                    ? toggledRange(ticked, lastToggled.current, id, ids)
                    : toggled(ticked, id, ids),
                )
                lastToggled.current = id
              }}
              onToggleAll={() =>
                setTicked(
                  ticked.all || ticked.ids.size >= ids.length
                    ? nothingTicked
                    : { all: false, ids: new Set(ids) },
                )
              }
              onEscape={() => (openId ? open(undefined) : setTicked(nothingTicked))}
            />
          </Box>
        )}
      </Box>
      <ListFooter
        text={counted ? leadsWord(counted) : ''}
        unindexed={counted?.unindexed ?? 0}
        isLoading={list.isFetching}
        retry={error && leads.length > 0 ? () => void fetchNextPage() : undefined}
      />
    </Flex>
  )
}

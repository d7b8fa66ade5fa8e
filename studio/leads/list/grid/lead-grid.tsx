import { Box, Card } from '@sanity/ui'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { LeadQuery } from 'halvi-leads/contract'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { noRows, type RowSelection, toggleRows } from '../row-selection.ts'
import type { useLeadList } from '../use-lead-list.ts'
import { columnsFor } from './columns.tsx'
import { GridHeader } from './grid-header.tsx'
import { cardHeight, LeadRow, rowHeight } from './lead-row.tsx'
import { useRowKeys } from './use-row-keys.ts'

/** The minimum width of the table, in pixels. Below it, leads are cards. */
const tableFrom = 600

interface GridProps {
  list: ReturnType<typeof useLeadList>
  sort: LeadQuery['sort']
  width: number
  openId: string | undefined
  rows: RowSelection
  scroller: RefObject<HTMLDivElement | null>
  range: RefObject<{ first: number; last: number }>
  onSort(sort: LeadQuery['sort']): void
  onOpen(id: string | undefined): void
  onSelect(rows: RowSelection): void
}

/** The grid of leads. Only visible rows are rendered. */
export function LeadGrid(props: GridProps) {
  const { list, sort, width, openId, rows, scroller, range, onSort, onOpen, onSelect } = props
  const { leads, counted, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const isCards = width < tableFrom
  const shown = useMemo(() => (isCards ? 'card' : columnsFor(width)), [isCards, width])
  const [activeId, setActiveId] = useState<string>()
  const lastActive = useRef(0)
  const found = leads.findIndex(({ id }) => id === activeId)
  // If the focused lead is no longer in the list, the lead in its position becomes active.
  const active = found === -1 ? Math.min(lastActive.current, leads.length - 1) : found
  useEffect(() => {
    lastActive.current = active
  }, [active])
  const body = useRef<HTMLDivElement>(null)
  const headerHeight = isCards ? 0 : rowHeight

  const virtualizer = useVirtualizer({
    count: leads.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isCards ? cardHeight : rowHeight),
    getItemKey: (index) => leads[index]?.id ?? index,
    overscan: 8,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
    // Also renders the active row, so that it keeps the focus when it is scrolled out of view.
    rangeExtractor: (range) =>
      [...new Set([active, ...defaultRangeExtractor(range)])]
        .filter((index) => index < leads.length)
        .sort((a, b) => a - b),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row height depends on isCards
  useEffect(() => virtualizer.measure(), [isCards])

  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {}
  useEffect(() => {
    range.current = { first: startIndex, last: endIndex }
  }, [range, startIndex, endIndex])
  const isNearEnd = endIndex >= leads.length - 20
  useEffect(() => {
    if (hasNextPage && isNearEnd && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isNearEnd, isFetchingNextPage, fetchNextPage])

  const ids = leads.map(({ id }) => id)
  const lastToggled = useRef<string>(undefined)
  /** @param isRange whether to toggle all leads between the last toggled one and this one */
  const toggle = (id: string, isRange: boolean) => {
    onSelect(toggleRows(rows, id, ids, isRange ? lastToggled.current : undefined))
    lastToggled.current = id
  }
  const isAllSelected = rows.all || (ids.length > 0 && rows.ids.size >= ids.length)

  const rowKeys = useRowKeys({
    count: leads.length,
    active,
    body,
    pageRows: Math.max(1, endIndex - startIndex - 1),
    activate: (index) => setActiveId(leads[index]?.id),
    move: (index) => {
      setActiveId(leads[index]?.id)
      virtualizer.scrollToIndex(index)
    },
    open: (index) => onOpen(ids[index]),
    toggle: (index, isRange) => ids[index] && toggle(ids[index], isRange),
    escape: () => (openId ? onOpen(undefined) : onSelect(noRows)),
  })

  return (
    <Card
      role="grid"
      aria-label="Leads"
      // Includes the header row. -1 means unknown.
      aria-rowcount={counted && !counted.totalIsMore ? counted.total + 1 : -1}
      aria-multiselectable
      {...rowKeys}
    >
      {shown !== 'card' && (
        <GridHeader
          columns={shown}
          sort={sort}
          onSort={onSort}
          isAllSelected={isAllSelected}
          isSomeSelected={!rows.all && rows.ids.size > 0}
          onToggleAll={() => onSelect(isAllSelected ? noRows : { all: false, ids: new Set(ids) })}
        />
      )}
      <Box
        ref={body}
        role="rowgroup"
        style={{ height: virtualizer.getTotalSize(), position: 'relative' }}
      >
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const lead = leads[index]
          if (!lead) return null
          return (
            <LeadRow
              key={key}
              lead={lead}
              index={index}
              top={start - headerHeight}
              shown={shown}
              isSelected={rows.all || rows.ids.has(lead.id)}
              isOpen={lead.id === openId}
              isActive={index === active}
              onOpen={onOpen}
              onToggle={toggle}
            />
          )
        })}
      </Box>
    </Card>
  )
}

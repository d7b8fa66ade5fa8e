import { Box, Card } from '@sanity/ui'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { LeadQuery, LeadSummary } from 'halvi-leads/contract'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { RowSelection } from '../row-selection.ts'
import { columnsFor } from './columns.tsx'
import { GridHeader } from './grid-header.tsx'
import { cardHeight, LeadRow, rowHeight } from './lead-row.tsx'
import { useRowKeys } from './use-row-keys.ts'

/** Pixels below which a line is a card. */
const tableFrom = 600

interface GridProps {
  leads: LeadSummary[]
  /** All that the filter finds; -1 where nobody knows. */
  rowCount: number
  hasNextPage: boolean
  sort: LeadQuery['sort']
  width: number
  openId: string | undefined
  rows: RowSelection
  /** The element that scrolls. */
  scroller: RefObject<HTMLDivElement | null>
  onEnd(): void
  /** Which lines are seen, after each move. */
  onRange(first: number, last: number): void
  onSort(sort: LeadQuery['sort']): void
  onOpen(id: string): void
  /** @param isRange whether all leads since the last one that was toggled are meant */
  onToggle(id: string, isRange: boolean): void
  onToggleAll(): void
  onEscape(): void
}

/** The leads as a grid of which the seen lines alone are in the page. */
export function LeadGrid(props: GridProps) {
  const { leads, width, openId, rows, scroller, hasNextPage, onEnd, onRange } = props
  const isCards = width < tableFrom
  const shown = useMemo(() => (isCards ? 'card' : columnsFor(width)), [isCards, width])
  const [activeId, setActiveId] = useState<string>()
  const lastActive = useRef(0)
  const found = leads.findIndex(({ id }) => id === activeId)
  // Where the lead that had the focus is no longer found, the one in its place has it.
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
    // The line with the focus stays in the page when it is scrolled out of sight.
    rangeExtractor: (range) =>
      [...new Set([active, ...defaultRangeExtractor(range)])]
        .filter((index) => index < leads.length)
        .sort((a, b) => a - b),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines of another height
  useEffect(() => virtualizer.measure(), [isCards])

  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {}
  useEffect(() => onRange(startIndex, endIndex), [onRange, startIndex, endIndex])
  useEffect(() => {
    if (hasNextPage && endIndex >= leads.length - 20) onEnd()
  }, [hasNextPage, endIndex, leads.length, onEnd])

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
    open: (index) => leads[index] && props.onOpen(leads[index].id),
    toggle: (index, isRange) => leads[index] && props.onToggle(leads[index].id, isRange),
    escape: props.onEscape,
  })

  return (
    <Card
      role="grid"
      aria-label="Leads"
      aria-rowcount={props.rowCount === -1 ? -1 : props.rowCount + 1}
      aria-multiselectable
      {...rowKeys}
    >
      {shown !== 'card' && (
        <GridHeader
          columns={shown}
          sort={props.sort}
          onSort={props.onSort}
          isAllSelected={rows.all || (leads.length > 0 && rows.ids.size >= leads.length)}
          isSomeSelected={!rows.all && rows.ids.size > 0}
          onToggleAll={props.onToggleAll}
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
              onOpen={props.onOpen}
              onToggle={props.onToggle}
            />
          )
        })}
      </Box>
    </Card>
  )
}

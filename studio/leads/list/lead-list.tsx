import { Box, Card, Flex, Stack } from '@sanity/ui'
import { useEffect, useRef } from 'react'
import { Failure } from '../../ui/states.tsx'
import { FilterChips } from '../filters/filters.tsx'
import { totalText } from '../labels.ts'
import { useMay } from '../people.ts'
import { isFiltered, type Selection } from '../selection.ts'
import { useLeadsUrl } from '../use-leads-url.ts'
import { BulkActions } from './bulk-actions.tsx'
import { LeadGrid } from './grid/lead-grid.tsx'
import { ListFooter, NewLeads, NoLeads, RowSkeletons } from './list-states.tsx'
import { exportOf, noRows, targetOf, useRowSelection } from './row-selection.ts'
import { Toolbar } from './toolbar.tsx'
import { useLeadList } from './use-lead-list.ts'
import { useLiveList } from './use-live-list.ts'

interface LeadListProps {
  version: number | undefined
  width: number
}

/** The toolbar, the filters, and the list of leads. */
export function LeadList({ version, width }: LeadListProps) {
  const { selection, select, lead: openId, open } = useLeadsUrl()
  const list = useLeadList(selection)
  const { leads, counted, error, refetch } = list
  const scroller = useRef<HTMLDivElement>(null)
  const range = useRef({ first: 0, last: 0 })
  const isNewestFirst = selection.sort === 'newest'
  const { waiting, showWaiting } = useLiveList({ list, version, scroller, range, isNewestFirst })
  const [rows, setRows] = useRowSelection(selection)
  const may = useMay()
  const toTop = () => scroller.current?.scrollTo({ top: 0 })

  const show = (next: Selection, options?: { replace?: boolean }) => {
    setRows(noRows)
    toTop()
    select(next, options)
  }
  const isAnySelected = rows.all || rows.ids.size > 0
  useEffect(() => {
    if (!isAnySelected) return
    return () => {
      // The bulk actions have disappeared. If the focus was there, it moves to the active row.
      if (document.activeElement !== document.body) return
      scroller.current?.querySelector<HTMLElement>('[role="row"][tabindex="0"]')?.focus()
    }
  }, [isAnySelected])
  const isEmpty = list.isSuccess && leads.length === 0
  const total = counted?.total ?? 0

  return (
    <Flex direction="column" height="fill">
      <Card borderBottom>
        <Stack space={2} padding={3}>
          <Toolbar
            selection={selection}
            onChange={show}
            width={width}
            isEmpty={isEmpty}
            exported={exportOf(rows, selection)}
          />
          <FilterChips selection={selection} onChange={show} />
        </Stack>
      </Card>
      {isAnySelected && may('leads:change') && (
        <BulkActions
          count={rows.all ? totalText(counted) : rows.ids.size.toLocaleString('en-US')}
          target={targetOf(rows, selection)}
          selectAll={
            !rows.all && rows.ids.size < total
              ? { count: totalText(counted), onClick: () => setRows({ all: true }) }
              : undefined
          }
          onClear={() => setRows(noRows)}
        />
      )}
      <Box ref={scroller} flex={1} overflow="auto" style={{ position: 'relative', minHeight: 0 }}>
        {waiting > 0 && (
          <NewLeads
            count={waiting}
            onClick={() => {
              showWaiting()
              toTop()
            }}
          />
        )}
        {list.isPending && <RowSkeletons />}
        {error && leads.length === 0 && <Failure error={error} retry={refetch} />}
        {isEmpty && <NoLeads isFiltered={isFiltered(selection)} />}
        {leads.length > 0 && (
          <Box style={{ opacity: list.isPlaceholderData ? 0.5 : 1 }}>
            <LeadGrid
              list={list}
              sort={selection.sort}
              width={width}
              openId={openId}
              rows={rows}
              scroller={scroller}
              range={range}
              onSort={(sort) => show({ ...selection, sort })}
              onOpen={open}
              onSelect={setRows}
            />
          </Box>
        )}
      </Box>
      <ListFooter
        counted={counted}
        isLoading={list.isFetching}
        retry={error && leads.length > 0 ? () => void list.fetchNextPage() : undefined}
      />
    </Flex>
  )
}

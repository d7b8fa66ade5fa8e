import { Box, Card, Flex, Stack } from '@sanity/ui'
import { useRef } from 'react'
import { Loaded } from '../../ui/states.tsx'
import { FilterChips } from '../filters/filters.tsx'
import { totalText } from '../labels.ts'
import { useMay } from '../people.ts'
import { isFiltered, type Selection } from '../selection.ts'
import { useLeadsUrl } from '../use-leads-url.ts'
import { BulkActions } from './bulk-actions.tsx'
import { LeadTable } from './lead-table.tsx'
import { ListFooter, NoLeads } from './list-states.tsx'
import { exportOf, noRows, targetOf } from './row-selection.ts'
import { Toolbar } from './toolbar.tsx'
import { usePage } from './use-page.ts'
import { useRowSelection } from './use-row-selection.ts'

interface LeadListProps {
  version: number | undefined
  width: number
}

/** The toolbar, the filters, and a page of leads. */
export function LeadList({ version, width }: LeadListProps) {
  const { selection, select } = useLeadsUrl()
  const { query, ...pages } = usePage(selection, version)
  const counted = query.data
  const scroller = useRef<HTMLDivElement>(null)
  const [rows, setRows] = useRowSelection(selection)
  const may = useMay()
  const toTop = (go: (() => void) | undefined) =>
    go &&
    (() => {
      go()
      scroller.current?.scrollTo({ top: 0 })
    })
  const show = (next: Selection, options?: { replace?: boolean }) => {
    setRows(noRows)
    select(next, options)
  }
  const isAnySelected = rows.all || rows.ids.size > 0
  return (
    <Flex direction="column" height="fill">
      <Card borderBottom>
        <Stack space={2} padding={3}>
          <Toolbar
            selection={selection}
            onChange={show}
            width={width}
            isEmpty={counted?.leads.length === 0}
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
            !rows.all && rows.ids.size < (counted?.total ?? 0)
              ? { count: totalText(counted), onClick: () => setRows({ all: true }) }
              : undefined
          }
          onClear={() => setRows(noRows)}
        />
      )}
      <Box ref={scroller} flex={1} overflow="auto" style={{ position: 'relative', minHeight: 0 }}>
        <Loaded query={query}>
          {({ leads }) =>
            leads.length === 0 ? (
              <NoLeads isFiltered={isFiltered(selection)} />
            ) : (
              <Box style={{ opacity: query.isPlaceholderData ? 0.5 : 1 }}>
                <LeadTable
                  leads={leads}
                  sort={selection.sort}
                  width={width}
                  rows={rows}
                  onSort={(sort) => show({ ...selection, sort })}
                  onSelect={setRows}
                />
              </Box>
            )
          }
        </Loaded>
      </Box>
      <ListFooter
        counted={counted}
        isLoading={query.isFetching && query.isPlaceholderData}
        pages={{ ...pages, previous: toTop(pages.previous), next: toTop(pages.next) }}
      />
    </Flex>
  )
}

import { ArrowDownIcon, ArrowUpIcon, CommentIcon } from '@sanity/icons'
import { Box, Checkbox, Flex, Stack, Text } from '@sanity/ui'
import type { LeadQuery, LeadSummary } from 'halvi-leads/contract'
import { type MouseEvent, useRef } from 'react'
import { StateLink } from 'sanity/router'
import { styled } from 'styled-components'
import { Note } from '../../ui/controls.tsx'
import { Time } from '../../ui/time.tsx'
import { formLabel } from '../labels.ts'
import { useLeadsUrl } from '../use-leads-url.ts'
import { columnsFor, Delivery, Name, OneLine, StatusBadge } from './columns.tsx'
import { noRows, type RowSelection, toggleRows } from './row-selection.ts'

type Sort = LeadQuery['sort']

/** The minimum width of the table, in pixels. Below it, leads are cards. */
const tableFrom = 600

const Table = styled.table`
  width: 100%;
  table-layout: fixed;
  border-collapse: collapse;
  th,
  td {
    padding: 12px 6px;
    text-align: start;
    border-bottom: 1px solid var(--card-border-color);
  }
  thead th {
    position: sticky;
    top: 0;
    z-index: 1;
    background: var(--card-bg-color);
  }
  tbody tr {
    cursor: pointer;
  }
  tbody tr:hover,
  tr[data-selected='true'] {
    background: var(--card-muted-bg-color, var(--card-code-bg-color));
  }
  tr[aria-current='true'] {
    background: var(--card-code-bg-color);
    box-shadow: inset 3px 0 0 var(--card-focus-ring-color);
  }
  a {
    color: inherit;
    text-decoration: none;
  }
  button {
    all: unset;
    cursor: pointer;
  }
  :is(a, button):hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  :is(a, button):focus-visible {
    outline: 2px solid var(--card-focus-ring-color);
  }
`

interface LeadTableProps {
  leads: readonly LeadSummary[]
  sort: Sort
  width: number
  rows: RowSelection
  onSort(sort: Sort): void
  onSelect(rows: RowSelection): void
}

/** A page of leads as a table, or as cards on a phone. */
export function LeadTable({ leads, sort, width, rows, onSort, onSelect }: LeadTableProps) {
  const { lead: openId, open, params } = useLeadsUrl()
  const isCards = width < tableFrom
  const columns = isCards ? [] : columnsFor(width)
  const ids = leads.map(({ id }) => id)
  const last = useRef<string>(undefined)
  const isSelected = (id: string) => rows.all || rows.ids.has(id)
  const isAll = ids.every(isSelected)
  const toggle = (id: string, { shiftKey }: MouseEvent) => {
    onSelect(toggleRows(rows, id, ids, shiftKey ? last.current : undefined))
    last.current = id
  }
  const heading = (title: string, sorts: readonly Sort[] = []) => (
    <Text size={1} weight="medium" muted textOverflow="ellipsis">
      {sorts[0] ? (
        <button type="button" onClick={() => onSort(nextSort(sorts, sort))}>
          {title}{' '}
          {sorts.includes(sort) && (sort === 'newest' ? <ArrowDownIcon /> : <ArrowUpIcon />)}
        </button>
      ) : (
        title
      )}
    </Text>
  )
  const directionOf = (sorts: readonly Sort[] = []) => {
    if (!sorts.includes(sort)) return undefined
    return sort === 'newest' ? 'descending' : 'ascending'
  }
  return (
    <Table aria-label="Leads">
      <thead>
        <tr>
          <th style={{ width: 28 }}>
            <Checkbox
              aria-label="Select all leads of this page"
              checked={isAll}
              indeterminate={!isAll && ids.some(isSelected)}
              onChange={() => onSelect(isAll ? noRows : { all: false, ids: new Set(ids) })}
            />
          </th>
          <th scope="col" aria-sort={directionOf(['name'])}>
            {heading('Name', ['name'])}
          </th>
          {columns.map(({ title, sorts, width }) => (
            <th key={title} scope="col" aria-sort={directionOf(sorts)} style={{ width }}>
              {heading(title, sorts)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {leads.map((lead) => (
          <tr
            key={lead.id}
            data-lead={lead.id}
            data-selected={isSelected(lead.id)}
            aria-current={lead.id === openId || undefined}
            // The link in the row is for the keyboard.
            onClick={({ target }) => !(target as Element).closest('a, input') && open(lead.id)}
          >
            <td>
              <Checkbox
                aria-label={`Select ${lead.name.slice(0, 100) || 'this lead'}`}
                checked={isSelected(lead.id)}
                onClick={(event) => toggle(lead.id, event)}
                onChange={() => {}}
              />
            </td>
            <th scope="row">
              <StateLink state={{ view: 'lead', id: lead.id, _searchParams: [...params] }}>
                <Name name={lead.name} />
              </StateLink>
              {isCards && <CardDetails lead={lead} />}
            </th>
            {columns.map(({ title, cell }) => (
              <td key={title}>{cell(lead)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const nextSort = ([first = 'newest', second = first]: readonly Sort[], sort: Sort) =>
  sort === first ? second : first

function CardDetails({ lead }: { lead: LeadSummary }) {
  return (
    <Stack space={3} marginTop={3}>
      <OneLine text={lead.email} muted />
      <Flex gap={3} align="center">
        <StatusBadge {...lead} />
        <Delivery delivery={lead.delivery} />
        <Box flex={1} style={{ minWidth: 0 }}>
          <OneLine text={formLabel(lead.form)} muted />
        </Box>
        {lead.notes > 0 && (
          <Note aria-label={`${lead.notes} ${lead.notes === 1 ? 'note' : 'notes'}`}>
            <CommentIcon /> {lead.notes}
          </Note>
        )}
        <Note>
          <Time at={lead.createdAt} />
        </Note>
      </Flex>
    </Stack>
  )
}

import { ArrowDownIcon, ArrowUpIcon } from '@sanity/icons'
import { Card, Checkbox, Text } from '@sanity/ui'
import type { LeadQuery } from 'halvi-leads/contract'
import { styled } from 'styled-components'
import { type Column, tracksOf } from './columns.tsx'
import { GridRow, rowHeight } from './lead-row.tsx'

type Sort = LeadQuery['sort']

const SortButton = styled.button`
  all: unset;
  cursor: pointer;
  border-radius: 3px;
  &:focus-visible {
    outline: 2px solid var(--card-focus-ring-color);
  }
  &:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
`

const HeaderCell = styled.div``

interface HeaderProps {
  columns: readonly Column[]
  sort: Sort
  isAllSelected: boolean
  isSomeSelected: boolean
  onSort(sort: Sort): void
  onToggleAll(): void
}

/** The sticky header row with the column titles. */
export function GridHeader(props: HeaderProps) {
  const { columns, sort, isAllSelected, isSomeSelected, onSort, onToggleAll } = props
  return (
    <Card role="rowgroup" style={{ position: 'sticky', top: 0, zIndex: 1 }}>
      <GridRow
        role="row"
        aria-rowindex={1}
        style={{ height: rowHeight, gridTemplateColumns: tracksOf(columns) }}
      >
        <HeaderCell role="columnheader" style={{ display: 'grid', placeItems: 'center' }}>
          <Checkbox
            aria-label="Select all loaded leads"
            checked={isAllSelected}
            indeterminate={!isAllSelected && isSomeSelected}
            onChange={onToggleAll}
          />
        </HeaderCell>
        {columns.map(({ title, sorts }) => (
          <HeaderCell key={title} role="columnheader" aria-sort={sorts && directionOf(sorts, sort)}>
            <Text size={1} weight="medium" muted textOverflow="ellipsis">
              {sorts ? (
                <SortButton
                  type="button"
                  onClick={() => onSort(sort === sorts[0] ? (sorts[1] ?? sorts[0]) : sorts[0])}
                >
                  {title} {sorts.includes(sort) && <Arrow sort={sort} />}
                </SortButton>
              ) : (
                title
              )}
            </Text>
          </HeaderCell>
        ))}
      </GridRow>
    </Card>
  )
}

const Arrow = ({ sort }: { sort: Sort }) =>
  sort === 'newest' ? <ArrowDownIcon /> : <ArrowUpIcon />

function directionOf(sorts: [Sort, Sort?], sort: Sort) {
  if (!sorts.includes(sort)) return 'none'
  return sort === 'newest' ? 'descending' : 'ascending'
}

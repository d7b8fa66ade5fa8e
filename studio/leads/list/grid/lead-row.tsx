import { CommentIcon } from '@sanity/icons'
import { Box, Checkbox, Flex, Stack } from '@sanity/ui'
import type { LeadSummary } from 'halvi-leads/contract'
import { memo } from 'react'
import { styled } from 'styled-components'
import { Note } from '../../../ui/controls.tsx'
import { Time } from '../../../ui/time.tsx'
import { formLabel } from '../../labels.ts'
import { type Column, Delivery, Name, OneLine, StatusBadge, tracksOf } from './columns.tsx'

/** The height of a table row and of a card on a phone, in pixels. */
export const rowHeight = 41
export const cardHeight = 97

export const GridRow = styled.div`
  display: grid;
  align-items: center;
  column-gap: 12px;
  padding: 0 12px 0 8px;
  box-sizing: border-box;
  border-bottom: 1px solid var(--card-border-color);
  &[data-lead] {
    cursor: pointer;
    position: absolute;
    inset-inline: 0;
    top: 0;
  }
  &[data-lead]:hover,
  &[aria-selected='true'] {
    background: var(--card-muted-bg-color, var(--card-code-bg-color));
  }
  &[aria-current='true'] {
    background: var(--card-code-bg-color);
    box-shadow: inset 3px 0 0 var(--card-focus-ring-color);
  }
  &:focus-visible {
    outline: 2px solid var(--card-focus-ring-color);
    outline-offset: -2px;
  }
  > * {
    min-width: 0;
  }
`

const CheckboxCell = styled.div`
  align-self: stretch;
  display: grid;
  place-items: center;
`

interface RowProps {
  lead: LeadSummary
  index: number
  top: number
  shown: readonly Column[] | 'card'
  isSelected: boolean
  isOpen: boolean
  isActive: boolean
  onOpen(id: string): void
  onToggle(id: string, isRange: boolean): void
}

/** A lead as a table row, or as a card on a phone. */
export const LeadRow = memo(function LeadRow(props: RowProps) {
  const { lead, index, top, shown, isSelected, isOpen, isActive, onOpen, onToggle } = props
  const isCard = shown === 'card'
  return (
    <GridRow
      role="row"
      data-lead={lead.id}
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      // Row 1 is the header.
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={isOpen || undefined}
      onClick={() => onOpen(lead.id)}
      style={{
        transform: `translateY(${top}px)`,
        height: isCard ? cardHeight : rowHeight,
        gridTemplateColumns: isCard ? '28px 1fr' : tracksOf(shown),
      }}
    >
      <CheckboxCell
        role="gridcell"
        // Prevents Shift+click from selecting text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onClick={(event) => {
          event.stopPropagation()
          onToggle(lead.id, event.shiftKey)
        }}
      >
        <Checkbox
          tabIndex={-1}
          // The cell handles clicks.
          onChange={() => {}}
          checked={isSelected}
          aria-label={`Select ${lead.name.slice(0, 100) || 'this lead'}`}
        />
      </CheckboxCell>
      {isCard ? (
        <LeadCard lead={lead} />
      ) : (
        shown.map(({ title, cell }, column) => (
          <div key={title} role={column === 0 ? 'rowheader' : 'gridcell'}>
            {cell(lead)}
          </div>
        ))
      )}
    </GridRow>
  )
})

function LeadCard({ lead }: { lead: LeadSummary }) {
  return (
    <Stack role="gridcell" space={3}>
      <Flex gap={3} align="center">
        <Box flex={1} style={{ minWidth: 0 }}>
          <Name name={lead.name} />
        </Box>
        <Note>
          <Time at={lead.createdAt} />
        </Note>
      </Flex>
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
      </Flex>
    </Stack>
  )
}

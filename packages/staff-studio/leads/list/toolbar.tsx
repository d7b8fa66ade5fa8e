import { FilterIcon } from '@sanity/icons'
import { Box, Flex, Stack } from '@sanity/ui'
import type { ExportFilter, LeadQuery } from 'halvi-leads/contract'
import { useState } from 'react'
import { Choice, SmallButton } from '../../ui/controls.tsx'
import { Filters } from '../filters/filters.tsx'
import { SavedViews } from '../filters/saved-views.tsx'
import { SearchInput } from '../filters/search-input.tsx'
import { sortLabels } from '../labels.ts'
import { useMay } from '../people.ts'
import { choices, type Selection } from '../selection.ts'
import { ExportButton } from './export-button.tsx'

/** The minimum width to always show the filters, in pixels. */
const filtersFrom = 760

interface ToolbarProps {
  selection: Selection
  onChange(selection: Selection, options?: { replace?: boolean }): void
  width: number
  isEmpty: boolean
  exported: ExportFilter
}

/** The toolbar with search, filters, saved views, and export. */
export function Toolbar({ selection, onChange, width, isEmpty, exported }: ToolbarProps) {
  const may = useMay()
  const [open, setOpen] = useState(false)
  const isWide = width >= filtersFrom
  const { q, from, to, spam, sort } = selection
  const count =
    choices.filter((key) => selection[key].length > 0).length +
    Number(Boolean(from || to)) +
    Number(spam)
  return (
    <Stack space={2}>
      <Flex gap={2} wrap="wrap">
        <Box flex={1} style={{ minWidth: isWide ? 200 : '100%' }}>
          <SearchInput
            value={q}
            onChange={(q) => onChange({ ...selection, q }, { replace: true })}
          />
        </Box>
        {!isWide && (
          <SmallButton
            icon={FilterIcon}
            text={count > 0 ? `Filters (${count})` : 'Filters'}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
        )}
        <SavedViews selection={selection} onChange={onChange} />
        {may('leads:export') && <ExportButton filter={exported} disabled={isEmpty} />}
      </Flex>
      {(isWide || open) && <Filters selection={selection} onChange={onChange} />}
      {!isWide && open && (
        <Choice
          aria-label="Sort by"
          value={sort}
          choices={Object.entries(sortLabels)}
          onValue={(sort) => onChange({ ...selection, sort: sort as LeadQuery['sort'] })}
        />
      )}
    </Stack>
  )
}

import { Card, Stack } from '@sanity/ui'
import { useState } from 'react'
import { styled } from 'styled-components'
import { Note, SmallButton } from '../../ui/controls.tsx'
import { DataTable } from '../../ui/table.tsx'
import { numberText, shareText } from './numbers.tsx'

interface Row {
  label: string
  leads: number
  /** The total for the percentage. By default, the table's total. 0 shows a dash instead of a percentage. */
  of?: number
}

const shownAtFirst = 8

const Track = styled.div`
  height: 4px;
  margin-top: 4px;
  border-radius: 2px;
  background: var(--card-border-color);
  > div {
    height: 100%;
    border-radius: 2px;
    background: var(--card-focus-ring-color);
  }
`

/** A table with the number of leads for each value, a bar, and a percentage. */
export function BarTable({
  title,
  rows,
  total = 0,
}: {
  title: string
  rows: Row[]
  total?: number
}) {
  const [all, setAll] = useState(false)
  const highest = Math.max(1, ...rows.map(({ leads }) => leads))
  return (
    <Card padding={4} radius={3} border>
      <Stack space={3}>
        <DataTable
          caption={title}
          rows={all ? rows : rows.slice(0, shownAtFirst)}
          keyOf={({ label }) => label}
          hasRowHeadings
          columns={[
            {
              width: '100%',
              cell: ({ label, leads }) => (
                <>
                  <bdi dir="auto">{label}</bdi>
                  <Track aria-hidden>
                    <div style={{ width: `${(leads / highest) * 100}%` }} />
                  </Track>
                </>
              ),
            },
            { isNumber: true, cell: ({ leads }) => numberText(leads) },
            { isNumber: true, cell: ({ leads, of = total }) => shareText(leads, of) },
          ]}
        />
        {rows.length === 0 && <Note>No data in this period.</Note>}
        {rows.length > shownAtFirst && (
          <div>
            <SmallButton
              mode="bleed"
              aria-expanded={all}
              text={all ? 'Show fewer' : `Show all ${rows.length}`}
              onClick={() => setAll(!all)}
            />
          </div>
        )}
      </Stack>
    </Card>
  )
}

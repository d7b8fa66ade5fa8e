import { Button, Card, Stack, Text } from '@sanity/ui'
import { useState } from 'react'
import { styled } from 'styled-components'
import { NumberTable, numberWord, shareWord } from './numbers.tsx'

interface Row {
  label: string
  leads: number
  /** What it is a share of, where that is not the table's total; 0 where it is of nothing. */
  of?: number
}

/** Lines that are shown before somebody asks for all. */
const shownAtFirst = 8

interface BarTableProps {
  title: string
  rows: Row[]
  total?: number
}

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

/** How often each value occurs, as a table whose lines have bars. */
export function BarTable({ title, rows, total = 0 }: BarTableProps) {
  const [all, setAll] = useState(false)
  const highest = Math.max(1, ...rows.map(({ leads }) => leads))
  return (
    <Card padding={4} radius={3} border>
      <Stack space={3}>
        <NumberTable>
          <caption>{title}</caption>
          <tbody>
            {(all ? rows : rows.slice(0, shownAtFirst)).map(({ label, leads, of = total }) => (
              <tr key={label}>
                <th scope="row" style={{ width: '100%' }}>
                  <bdi dir="auto">{label}</bdi>
                  <Track aria-hidden>
                    <div style={{ width: `${(leads / highest) * 100}%` }} />
                  </Track>
                </th>
                <td data-number>{numberWord(leads)}</td>
                <td data-number>{shareWord(leads, of)}</td>
              </tr>
            ))}
          </tbody>
        </NumberTable>
        {rows.length === 0 && (
          <Text size={1} muted>
            Nothing in this period.
          </Text>
        )}
        {rows.length > shownAtFirst && (
          <div>
            <Button
              fontSize={1}
              padding={2}
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

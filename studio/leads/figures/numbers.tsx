import { Box, Text } from '@sanity/ui'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'

/** A table of numbers that is read, by eye or by ear. */
export const NumberTable = styled.table`
  border-collapse: collapse;
  width: 100%;
  font-size: 13px;
  line-height: 1.4;
  font-variant-numeric: tabular-nums;
  color: var(--card-fg-color);
  caption {
    text-align: start;
    font-weight: 600;
    padding-bottom: 8px;
  }
  th,
  td {
    padding: 6px 8px 6px 0;
    text-align: start;
    font-weight: 400;
    vertical-align: top;
    border-bottom: 1px solid var(--card-border-color);
  }
  thead th {
    color: var(--card-muted-fg-color);
    white-space: nowrap;
  }
  th[scope='row'] {
    overflow-wrap: anywhere;
  }
  td[data-number] {
    padding-inline-start: 8px;
  }
  td[data-number],
  th[data-number] {
    text-align: end;
    white-space: nowrap;
  }
`

const Details = styled.details`
  summary {
    cursor: pointer;
    font-size: 13px;
    padding: 6px 0;
    color: var(--card-muted-fg-color);
    width: max-content;
    border-radius: 3px;
  }
  summary:focus-visible {
    outline: 2px solid var(--card-focus-ring-color);
  }
`

/** The numbers behind a chart, to be opened. */
export function Numbers({ children }: { children: ReactNode }) {
  return (
    <Details>
      <summary>Show the numbers</summary>
      <Scrolling title="Numbers">{children}</Scrolling>
    </Details>
  )
}

/** What may be wider or higher than its place, and is scrolled by keys, too. */
export function Scrolling({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box role="region" aria-label={title} tabIndex={0} overflow="auto" style={{ maxHeight: 400 }}>
      {children}
    </Box>
  )
}

/** A heading of the figures. */
export function FigureHeading({ children }: { children: ReactNode }) {
  return (
    <Text as="h2" size={2} weight="semibold">
      {children}
    </Text>
  )
}

/** `1,234`. */
export const numberWord = (value: number) => value.toLocaleString('en-US')

/** A share such as `12.5%`; a dash of nothing. */
export function shareWord(part: number, whole: number): string {
  if (whole === 0) return '–'
  return (part / whole).toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 1 })
}

import type { SectionOf } from 'halvi-site/content/shapes'
import { ScrollTable } from '../scroll-table.tsx'
import { SectionHeading } from '../section-heading.tsx'
import { tableRows } from '../text/table-rows.ts'

/** Renders a table that compares things. On a narrow screen, it scrolls sideways. */
export function ComparisonTable({ section }: { section: SectionOf<'comparisonSection'> }) {
  const { _key, heading } = section
  const [columns = [], ...rows] = tableRows(section)
  if (!rows.length) return null
  const id = `compare-${_key}`
  const cells = (texts: string[], scope: 'row' | 'col') =>
    texts.map((text, x) => {
      const isHeader = text.trim() && (scope === 'col' || x === 0)
      const Cell = isHeader ? 'th' : 'td'
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows never change on the page
        <Cell key={x} scope={isHeader ? scope : undefined}>
          {text || (scope === 'row' ? '–' : '')}
        </Cell>
      )
    })
  return (
    <section className="shell py-16 lg:py-24">
      <SectionHeading heading={heading} id={id} textClassName="max-w-lead text-lg" />
      <ScrollTable
        className="comparison mt-8"
        labelledBy={heading?.title ? id : undefined}
        columns={columns.length}
      >
        <thead>
          <tr>{cells(columns, 'col')}</tr>
        </thead>
        <tbody>
          {rows.map((row, y) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never change on the page
            <tr key={y}>{cells(row, 'row')}</tr>
          ))}
        </tbody>
      </ScrollTable>
    </section>
  )
}

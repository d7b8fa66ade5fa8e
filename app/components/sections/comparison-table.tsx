import type { SectionOf } from '../../content/shapes.ts'
import { ScrollTable } from '../scroll-table.tsx'
import { SectionHeading } from '../section-heading.tsx'

/** Renders a table that compares things. On a narrow screen, it scrolls sideways. */
export function ComparisonTable({ section }: { section: SectionOf<'comparisonSection'> }) {
  const { _key, heading, columns, rows } = section
  if (!columns.length || !rows.length) return null
  const id = `compare-${_key}`
  return (
    <section className="shell py-16 lg:py-24">
      <SectionHeading heading={heading} id={id} textClassName="max-w-[35.9em] text-lg" />
      <ScrollTable
        className="comparison mt-8"
        labelledBy={heading?.title ? id : undefined}
        columns={columns.length + 1}
      >
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ _key, title, values }) => (
            <tr key={_key}>
              <th scope="row">{title}</th>
              {columns.map((column, index) => (
                <td key={column}>{values[index] ?? '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </section>
  )
}

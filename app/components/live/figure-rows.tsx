import type { ReactNode } from 'react'
import type { Figure } from '../../metrics/figures.ts'

interface FigureRowsProps {
  figures: readonly Figure[]
  /** Further rows. */
  children?: ReactNode
}

/** Figures beside what they are called. They change often and are not announced. */
export function FigureRows({ figures, children }: FigureRowsProps) {
  return (
    <dl className="figure-rows">
      {figures.map(({ key, label, value }) => (
        <div key={key} className="figure-row" data-figure={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {children}
    </dl>
  )
}

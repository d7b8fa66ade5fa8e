import type { CSSProperties, ReactNode } from 'react'

interface ScrollTableProps {
  /** The name of the table for screen readers: a text, or the id of an element. */
  label?: string | undefined
  labelledBy?: string | undefined
  className?: string
  /** The number of columns. */
  columns: number
  children: ReactNode
}

/** Renders a table. On a narrow screen, it scrolls sideways, also with the keyboard. */
export function ScrollTable({
  label,
  labelledBy,
  className = '',
  columns,
  children,
}: ScrollTableProps) {
  return (
    <section
      className={`scroll-table overflow-x-auto ${className}`}
      aria-label={label}
      aria-labelledby={labelledBy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: focusable, for scrolling with the keyboard
      tabIndex={0}
    >
      <table style={{ '--columns': columns } as CSSProperties}>{children}</table>
    </section>
  )
}

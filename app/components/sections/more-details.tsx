import type { ReactNode } from 'react'
import { Arrow } from '../arrow.tsx'

/** Renders content that is not for everyone as a closed section, which opens below its title. */
export function MoreDetails({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="faq line-above">
      <summary className="shell">
        <h2>{title}</h2>
        <Arrow to="down" />
      </summary>
      {children}
    </details>
  )
}

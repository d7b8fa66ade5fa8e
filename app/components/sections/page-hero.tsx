import type { ReactNode } from 'react'
import { Lattice } from '../motif/lattice.tsx'

interface PageHeroProps {
  /** Shown above the title, such as a breadcrumb. */
  eyebrow?: ReactNode
  title: string
  /** The intro and other content below the title. */
  children?: ReactNode
  hue?: string | undefined
  /** A panel with its own pattern, shown at the right in five of twelve columns on wide screens. */
  aside?: ReactNode
}

/** Renders the top of a page: title and intro at the left, a lattice pattern that fades in from the right. */
export function PageHero({ eyebrow, title, children, hue, aside }: PageHeroProps) {
  return (
    <div className="relative overflow-hidden line-below" data-hue={hue}>
      {!aside && <Lattice hue={hue} size={176} className="lattice-fade text-branch" />}
      <div
        className={`shell relative py-8 lg:py-14 ${aside ? 'lg:grid lg:grid-cols-12 lg:gap-8' : ''}`}
      >
        <div className={aside ? 'lg:col-span-7' : 'max-w-[46rem]'}>
          {eyebrow}
          <h1 className={eyebrow ? 'mt-4 text-3xl' : 'text-3xl'}>{title}</h1>
          <div className="mt-4 lg:mt-6">{children}</div>
        </div>
        {aside}
      </div>
    </div>
  )
}

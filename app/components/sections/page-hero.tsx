import type { ReactNode } from 'react'
import { Lattice } from '../motif/lattice.tsx'

interface PageHeroProps {
  /** Shown above the title, such as a breadcrumb. */
  eyebrow?: ReactNode
  title: string
  /** The intro and other content below the title. */
  children?: ReactNode
  hue?: string | undefined
  /** The level of the title. Only the first heading of a page is an h1. */
  heading?: 'h1' | 'h2'
  /** Shows no pattern, because a page has it once at most. */
  plain?: boolean
  /** An image behind the text. It covers the complete hero. */
  behind?: ReactNode
  /** A panel with its own pattern, shown at the right in five of twelve columns on wide screens. */
  aside?: ReactNode
}

/** Renders the top of a page: title and intro at the left, a lattice pattern that fades in from the right. */
export function PageHero(props: PageHeroProps) {
  const { eyebrow, title, children, hue, heading: Heading = 'h1', plain, behind, aside } = props
  const look = behind ? 'hero-behind night' : 'line-below'
  return (
    <div className={`relative overflow-hidden ${look}`} data-hue={hue}>
      {behind}
      {!aside && !behind && !plain && (
        <Lattice hue={hue} size={176} className="lattice-fade text-branch" />
      )}
      <div
        className={`shell relative py-8 lg:py-14 ${aside ? 'lg:grid lg:grid-cols-12 lg:gap-8' : ''}`}
      >
        <div className={aside ? 'lg:col-span-7' : 'max-w-[46rem]'}>
          {eyebrow}
          <Heading className={eyebrow ? 'mt-4 text-3xl' : 'text-3xl'}>{title}</Heading>
          <div className="mt-4 lg:mt-6">{children}</div>
        </div>
        {aside}
      </div>
    </div>
  )
}

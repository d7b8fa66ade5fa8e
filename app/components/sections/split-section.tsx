import type { HeadingContent } from 'halvi-site/content/shapes'
import type { ReactNode } from 'react'
import { SectionHeading } from '../section-heading.tsx'

interface SplitSectionProps {
  id?: string
  heading: HeadingContent | null | undefined
  children: ReactNode
}

/** Renders a section with its heading in the left third and its content in the other two. */
export function SplitSection({ id, heading, children }: SplitSectionProps) {
  return (
    <section id={id} className="shell grid gap-x-8 gap-y-8 py-16 lg:grid-cols-12 lg:py-24">
      <div className="lg:sticky lg:top-28 lg:col-span-4 lg:self-start">
        <SectionHeading heading={heading} textClassName="max-w-note" />
      </div>
      <div className="lg:col-span-8">{children}</div>
    </section>
  )
}

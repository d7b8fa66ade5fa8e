import type { Figure } from 'halvi-site/content/shapes'
import type { ReactNode } from 'react'
import { ContentImage } from '../content-image.tsx'
import { ScreenPanel } from './screen-panel.tsx'

interface PageHeroProps {
  /** Shown above the title, such as a breadcrumb. */
  eyebrow?: ReactNode
  title: string
  /** The intro and other content below the title. */
  children?: ReactNode
  hue?: string | undefined
  /** Whether a hero above has the page's h1, its pattern, and its largest image. */
  isSecond?: boolean
  /** An image, beside the text on wide screens, or behind it. */
  figure?: Figure | null | undefined
  behind?: boolean
}

/** Renders the top of a page: title and intro at the left, and an image or a lattice pattern at the right. */
export function PageHero(props: PageHeroProps) {
  const { eyebrow, title, children, hue, isSecond = false, behind } = props
  const figure = props.figure?.asset ? props.figure : null
  const aside = behind ? null : figure
  const Heading = isSecond ? 'h2' : 'h1'
  return (
    <div
      className={`relative overflow-hidden ${figure && behind ? 'hero-behind night' : 'line-below'}`}
      data-hue={hue}
    >
      {figure && behind && (
        <ContentImage image={figure} alt={figure.alt} sizes="100vw" largest={!isSecond} />
      )}
      {!figure && !isSecond && <div className="lattice lattice-fade text-branch" />}
      <div
        className={`shell relative py-8 lg:py-14 ${aside ? 'lg:grid lg:grid-cols-12 lg:gap-8' : ''}`}
      >
        <div className={aside ? 'lg:col-span-7' : 'max-w-column'}>
          {eyebrow}
          <Heading className={eyebrow ? 'mt-4 text-3xl' : 'text-3xl'}>{title}</Heading>
          <div className="mt-4 lg:mt-6">{children}</div>
        </div>
        {aside && <ScreenPanel figure={aside} hue={hue} isSecond={isSecond} />}
      </div>
    </div>
  )
}

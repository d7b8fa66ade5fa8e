import type { SectionOf } from 'halvi-site/content/shapes'
import type { CSSProperties } from 'react'
import { ContentImage, croppedSize } from '../content-image.tsx'
import { SectionHeading } from '../section-heading.tsx'
import { Text } from '../text/text.tsx'
import { SplitSection } from './split-section.tsx'

/** Renders a long text, beside its heading on wide screens. */
export function TextSection({ heading, body }: Pick<SectionOf<'textSection'>, 'heading' | 'body'>) {
  if (!body?.length) return null
  return (
    <SplitSection heading={heading}>
      <Text value={body} className="legal" />
    </SplitSection>
  )
}

/** Renders a picture in the width of the page, with its caption. */
export function Picture({
  figure,
  caption,
}: Pick<SectionOf<'pictureSection'>, 'figure' | 'caption'>) {
  if (!figure?.asset) return null
  const { width = 1, height = 0 } = croppedSize(figure)
  return (
    <figure
      className="shell py-14 lg:py-20"
      // An upright picture is as high as the window at most.
      style={height > width ? ({ '--ratio': height / width } as CSSProperties) : undefined}
    >
      <ContentImage
        image={figure}
        alt={figure.alt}
        sizes="min(84rem, 100vw - 2.5rem)"
        className="picture cut"
      />
      {caption && <figcaption className="mt-4 text-sm text-muted">{caption}</figcaption>}
    </figure>
  )
}

/** Renders the words of customers or partners, side by side if there is space. */
export function Quotes({ heading, quotes }: Pick<SectionOf<'quoteSection'>, 'heading' | 'quotes'>) {
  if (!quotes.length) return null
  return (
    <section className="shell py-16 lg:py-24">
      <SectionHeading heading={heading} textClassName="max-w-lead text-lg" />
      <ul className={`quotes ${heading ? 'mt-10' : ''}`}>
        {quotes.map(({ _key, text, name, role }) => (
          <li key={_key}>
            <blockquote className="font-display text-xl semibold">{text}</blockquote>
            <p className="mt-4 text-muted">{[name, role].filter(Boolean).join(' · ')}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Renders logos of partners in rows, all of the same height. */
export function Logos({ heading, logos }: Pick<SectionOf<'logosSection'>, 'heading' | 'logos'>) {
  const shown = logos.filter(({ asset }) => asset)
  if (!shown.length) return null
  return (
    <section className="shell py-14 lg:py-20">
      <SectionHeading heading={heading} textClassName="max-w-lead text-lg" />
      <ul className={`logos ${heading ? 'mt-8' : ''}`}>
        {shown.map((logo) => (
          <li key={logo._key} className="cut">
            <ContentImage image={logo} alt={logo.alt} widest={480} />
          </li>
        ))}
      </ul>
    </section>
  )
}

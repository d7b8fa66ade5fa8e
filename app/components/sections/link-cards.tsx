import type { LinkCardContent } from 'halvi-site/content/shapes'
import { ContentImage } from '../content-image.tsx'
import { Link } from '../link.tsx'
import { PictureTag } from '../picture-tag.tsx'

const hues = ['local', 'mall', 'eats', 'rides', 'professionals', 'insurance']

interface LinkCardsProps {
  cards: readonly LinkCardContent[]
  /** The level of a card's title: h3 if the cards have a common heading. */
  heading?: 'h2' | 'h3'
}

/** Renders cards with links, all of the same shape. If one has an app screenshot, the others get an area in its place. */
export function LinkCards({ cards, heading: Heading = 'h3' }: LinkCardsProps) {
  const pictures = cards.some(({ screen }) => screen?.asset)
  return (
    <ul className="link-cards">
      {cards.map(({ _key, title, text, label, to, screen }, index) => (
        <li key={_key} className="card cut" data-hue={hues[index % hues.length]}>
          {pictures && (
            <div className="card-screen">
              <ContentImage
                image={screen}
                alt={screen?.alt ?? ''}
                sizes="(min-width: 75rem) 30vw, (min-width: 48rem) 46vw, 90vw"
                widest={960}
              />
              {screen?.asset && <PictureTag />}
            </div>
          )}
          <Heading className="text-xl">{title}</Heading>
          <p>{text}</p>
          <p>
            <Link href={to} className="text-link">
              {label}
            </Link>
          </p>
        </li>
      ))}
    </ul>
  )
}

import type { LinkCardContent } from '../../content/shapes.ts'
import { ContentImage } from '../content-image.tsx'
import { Link } from '../link.tsx'
import { Motif } from '../motif/motif.tsx'

const hues = ['local', 'mall', 'eats', 'rides', 'professionals', 'insurance']
const hueOf = (index: number) => hues[index % hues.length]

interface LinkCardsProps {
  cards: readonly LinkCardContent[]
  /** The level of a card's title: h3 if the cards have a common heading. */
  heading?: 'h2' | 'h3'
}

/** Renders cards with links in rows of two, each with an app screenshot or a lattice. */
export function LinkCards({ cards, heading: Heading = 'h3' }: LinkCardsProps) {
  return (
    <ul className="link-cards">
      {cards.map(({ _key, title, text, label, href, screen }, index) => (
        <li key={_key} className="card cut" data-hue={screen?.asset ? hueOf(index) : undefined}>
          {screen?.asset ? (
            <div className="card-screen">
              <ContentImage image={screen} alt={screen.alt} sizes="12rem" widest={480} />
            </div>
          ) : (
            <Motif
              shape="lattice"
              hue={hueOf(index)}
              size={110}
              className="lattice-fade text-brand opacity-55"
            />
          )}
          <Heading className="text-xl">{title}</Heading>
          <p>{text}</p>
          <p>
            <Link href={href} className="text-link">
              {label}
            </Link>
          </p>
        </li>
      ))}
    </ul>
  )
}

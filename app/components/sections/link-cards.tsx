import type { LinkCardContent } from '../../content/shapes.ts'
import { Link } from '../link.tsx'
import { Motif } from '../motif/motif.tsx'

const hues = ['local', 'mall', 'eats', 'rides', 'professionals', 'insurance']

interface LinkCardsProps {
  cards: readonly LinkCardContent[]
  /** The level of a card's title: h3 beneath a heading of the cards' own. */
  heading?: 'h2' | 'h3'
}

/** Cards that lead somewhere, in rows of two unequal ones; an odd last one takes a whole row. */
export function LinkCards({ cards, heading: Heading = 'h3' }: LinkCardsProps) {
  return (
    <ul className="link-cards">
      {cards.map(({ _key, title, text, label, href }, index) => (
        <li key={_key} className="card cut">
          <Motif
            shape="lattice"
            hue={hues[index % hues.length]}
            size={110}
            className="lattice-fade text-brand opacity-55"
          />
          <Heading className="relative text-xl">{title}</Heading>
          <p className="relative mt-3 max-w-[30.75em] text-muted">{text}</p>
          <p className="relative mt-auto pt-6">
            <Link href={href} className="text-link">
              {label}
            </Link>
          </p>
        </li>
      ))}
    </ul>
  )
}

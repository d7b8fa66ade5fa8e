import type { LinkCardContent } from 'halvi-site/content/shapes'
import { Link } from '../link.tsx'

/** Renders a card with a link, beside a page's main content. */
export function PromptCard({ card }: { card: Omit<LinkCardContent, '_key'> }) {
  return (
    <aside className="card cut lg:sticky lg:top-28">
      {card.title && <h2 className="text-xl">{card.title}</h2>}
      <p className="mt-3 mb-6 text-muted">{card.text}</p>
      <Link href={card.to} className="button button-outline self-start">
        {card.label}
      </Link>
    </aside>
  )
}

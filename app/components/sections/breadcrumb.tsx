import { useWords } from 'halvi-site/words/context'
import { Arrow } from '../arrow.tsx'
import { Link } from '../link.tsx'

/** Renders a link to the parent page, with an arrow, above a page's title. */
export function Breadcrumb({ label, href }: { label: string; href: string }) {
  const { breadcrumb } = useWords().site
  return (
    <nav aria-label={breadcrumb}>
      <Link href={href} className="eyebrow-link">
        <Arrow to="back" />
        {label}
      </Link>
    </nav>
  )
}

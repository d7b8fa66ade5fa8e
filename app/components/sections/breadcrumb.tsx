import { Arrow } from '../arrow.tsx'
import { Link } from '../link.tsx'
import { useIsLive } from '../live-links.ts'

/** Where a page belongs, above its title: a link to its parent behind an arrow. */
export function Breadcrumb({ label, href }: { label: string; href: string }) {
  if (!useIsLive()(href)) return null
  return (
    <nav aria-label="Breadcrumb">
      <Link href={href} className="eyebrow-link">
        <Arrow to="left" />
        {label}
      </Link>
    </nav>
  )
}

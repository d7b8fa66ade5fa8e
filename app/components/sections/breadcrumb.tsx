import { Link } from '../link.tsx'
import { Motif } from '../motif/motif.tsx'

/** Where a page belongs, above its title: a link to its parent behind a small star. */
export function Breadcrumb({ label, href }: { label: string; href: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <Link href={href} className="eyebrow-link">
        <Motif shape="star" className="text-branch" />
        {label}
      </Link>
    </nav>
  )
}

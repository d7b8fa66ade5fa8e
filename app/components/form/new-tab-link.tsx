import { Link } from '../link.tsx'

/** A link to another page of this site beside fields that somebody may have filled in. */
export function NewTabLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} target="_blank" className="text-link" rel="noopener">
      {children} (opens in a new tab)
    </Link>
  )
}

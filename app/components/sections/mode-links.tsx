import type { AffiliatesContent } from 'halvi-site/content/shapes'
import { programs } from 'halvi-site/pages'
import { useWords } from 'halvi-site/words/context'
import { Link } from '../link.tsx'

interface ModeLinksProps {
  /** The labels of the modes, and the published programs. */
  page: Pick<AffiliatesContent, 'modes' | 'programs'>
  /** The key of the program that is shown. Undefined if all programs are shown. */
  current: string | undefined
  hrefOf: (key: string) => string
}

/** Renders the buttons that switch between the affiliate programs. */
export function ModeLinks({ page, current, hrefOf }: ModeLinksProps) {
  const words = useWords().programs
  const { modes } = page
  const shown = programs.filter((key) => page.programs.some((program) => program.key === key))
  if (!modes || !shown.length) return null
  return (
    <nav className="mt-8" aria-label={words.programs}>
      <ul className="flex flex-wrap gap-2">
        {shown.map((key) => (
          <li key={key}>
            <Link
              href={hrefOf(key)}
              className={`button ${key === current ? '' : 'button-outline'}`}
              aria-current={key === current ? 'page' : undefined}
            >
              {modes[key]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

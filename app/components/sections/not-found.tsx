import type { NOT_FOUND_QUERY_RESULT } from 'halvi-site/content/sanity.types'
import { useWords } from 'halvi-site/words/context'
import script from '../../document/scripts/not-found.js?url'
import { Link } from '../link.tsx'

/** Renders the 404 page. scripts/not-found.js logs the path to the browser's console. */
export function NotFound({ copy }: { copy: NOT_FOUND_QUERY_RESULT | undefined }) {
  const words = useWords().site
  return (
    <div className="relative flex min-h-page items-center overflow-hidden">
      <div className="lattice lattice-fade text-branch" />
      <div className="shell relative py-20">
        <p className="font-display text-4xl semibold text-brand" aria-hidden="true">
          404
        </p>
        <h1 className="mt-4 text-3xl">{copy?.title ?? words.notFoundTitle}</h1>
        {copy?.text && <p className="mt-5 max-w-lead text-lg text-muted">{copy.text}</p>}
        <Link href="/" className="button mt-9">
          {copy?.home ?? words.home}
        </Link>
      </div>
      <script src={script} defer />
    </div>
  )
}

import { useFormat, useWords } from 'halvi-site/words/context'
import { Link } from '../link.tsx'

interface SearchResultProps {
  /** The path of the page without a search. */
  path: string
  query: string
  count: number
  /** The message if nothing is found. */
  noResults: string
}

/** Renders the number of results and a link to all entries. Renders nothing without a search. */
export function SearchResult({ path, query, count, noResults }: SearchResultProps) {
  const words = useWords().support
  const format = useFormat()
  if (!query) return null
  return (
    <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
      <p role="status" className="max-w-lead">
        {count ? format(words.results, { count, query }) : noResults}
      </p>
      <Link href={path} className="text-link">
        {words.showAll}
      </Link>
    </div>
  )
}

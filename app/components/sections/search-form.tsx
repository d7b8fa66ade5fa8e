import { useWords } from 'halvi-site/words/context'

interface SearchFormProps {
  label: string | null
  hint: string | null
  /** The current search. */
  query: string
}

/** Renders a search box that loads the same page with ?q=. Works without JavaScript. */
export function SearchForm({ label, hint, query }: SearchFormProps) {
  const { search } = useWords().support
  return (
    <search>
      <form method="get" className="mt-8 max-w-form">
        <label htmlFor="q" className="block semibold">
          {label ?? search}
        </label>
        {hint && (
          <p id="q-hint" className="text-sm text-muted">
            {hint}
          </p>
        )}
        <div className="mt-2 flex gap-2">
          <input
            id="q"
            type="search"
            name="q"
            defaultValue={query}
            maxLength={100}
            aria-describedby={hint ? 'q-hint' : undefined}
            className="field min-w-0 flex-1"
          />
          <button type="submit" className="button">
            {search}
          </button>
        </div>
      </form>
    </search>
  )
}

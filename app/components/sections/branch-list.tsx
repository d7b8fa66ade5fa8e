import type { Branch } from 'halvi-site/content/shapes'
import { useLanguage } from 'halvi-site/language/context'
import { rangeText } from 'halvi-site/text/percents'
import { useFormat, useWords } from 'halvi-site/words/context'
import { Link } from '../link.tsx'

interface BranchListProps {
  branches: readonly Branch[]
  /** The text of the link to a branch's page. */
  linkLabel: string
}

/** Renders the branches, each in its color. */
export function BranchList({ branches, linkLabel }: BranchListProps) {
  const { locale } = useLanguage()
  const { rate } = useWords().commissions
  const format = useFormat()
  return (
    <ul className="branch-list">
      {branches.map(({ _id, name, hue, tagline, summary, commission, path }) => (
        <li key={_id} className="branch-panel cut" data-hue={hue}>
          <div className="flex h-full flex-col p-7 md:p-9">
            <p className="text-sm semibold text-branch">{tagline}</p>
            <h3 className="mt-2 text-2xl">{name}</h3>
            <p className="mt-4 max-w-lead text-muted">{summary}</p>
            <p className="mt-auto flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 pt-8">
              {path && (
                <Link href={path} className="text-link text-ink">
                  {linkLabel}
                  <span className="sr-only"> {name}</span>
                </Link>
              )}
              {rangeText(commission) && (
                <span className="text-sm text-muted">
                  {format(rate, { range: rangeText(commission, locale) ?? '' })}
                </span>
              )}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

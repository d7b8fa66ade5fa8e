import type { Branch } from 'halvi-site/content/shapes'
import { useLanguage } from 'halvi-site/language/context'
import { rangeText } from 'halvi-site/text/percents'
import { useWords } from 'halvi-site/words/context'
import { Link } from '../link.tsx'
import { Text } from '../text/text.tsx'

interface BranchCommissionProps {
  branch: Branch | null
  /** The text of the link to the commission calculator. Null: no link. */
  calculator: string | null
}

/** Renders a branch's commission range with its note. A branch without a range shows only the note. */
export function BranchCommission({ branch, calculator }: BranchCommissionProps) {
  const words = useWords().commissions
  const { locale } = useLanguage()
  const range = rangeText(branch?.commission, locale)
  if (!branch?.note && !range) return null
  return (
    <dl className="mt-10 line-above pt-5">
      <dt className="text-sm semibold">{words.commission}</dt>
      {range && <dd className="font-display text-2xl semibold text-branch">{range}</dd>}
      <dd className="text-sm text-muted">
        <Text value={branch?.note} />
        {range && calculator && (
          <p className="mt-2">
            <Link
              href={`/business/commission/calculator?branch=${branch?.hue}`}
              className="text-link"
            >
              {calculator}
            </Link>
          </p>
        )}
      </dd>
    </dl>
  )
}

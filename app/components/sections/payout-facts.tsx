import type { HeadingContent, PageFacts } from 'halvi-site/content/shapes'
import { useLanguage } from 'halvi-site/language/context'
import { listText } from 'halvi-site/language/numbers'
import { amountText } from 'halvi-site/text/amounts'
import { useWords } from 'halvi-site/words/context'
import { SplitSection } from './split-section.tsx'

interface PayoutFactsProps {
  heading: HeadingContent | null
  payouts: PageFacts<'payouts'>['payouts']
}

/** Renders the payout terms for affiliates: the schedule, the minimum, and the methods. */
export function PayoutFacts({ heading, payouts }: PayoutFactsProps) {
  const words = useWords().programs
  const { locale } = useLanguage()
  if (!payouts) return null
  const { schedule, minimum, methods } = payouts
  return (
    <SplitSection heading={heading}>
      <dl className="fact-grid">
        <div>
          <dt className="text-sm text-muted">{words.payouts}</dt>
          <dd className="font-display text-2xl semibold text-brand first-letter:uppercase">
            {schedule}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{words.payoutMinimum}</dt>
          <dd className="font-display text-2xl semibold text-brand">
            {minimum != null && amountText(minimum, locale)}
          </dd>
        </div>
        {methods?.length ? (
          <div>
            <dt className="text-sm text-muted">{words.payoutMethods}</dt>
            <dd className="mt-1 first-letter:uppercase">{listText(methods, locale)}</dd>
          </div>
        ) : null}
      </dl>
    </SplitSection>
  )
}

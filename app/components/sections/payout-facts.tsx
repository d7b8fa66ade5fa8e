import type { AffiliatesContent, HeadingContent } from '../../content/shapes.ts'
import { SplitSection } from './split-section.tsx'

/** British lists have no comma before the last one, as nothing on this site has. */
const ways = new Intl.ListFormat('en-GB', { type: 'disjunction' })

interface PayoutFactsProps {
  heading: HeadingContent | null
  payouts: AffiliatesContent['payouts']
}

/** How affiliates are paid: when, from which amount on and by which ways. */
export function PayoutFacts({ heading, payouts }: PayoutFactsProps) {
  if (!payouts) return null
  const { schedule, minimum, methods } = payouts
  return (
    <SplitSection heading={heading}>
      <dl className="fact-grid">
        <div>
          <dt className="text-sm text-muted">Payouts</dt>
          <dd className="font-display text-2xl semibold text-brand first-letter:uppercase">
            {schedule}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">Smallest payout</dt>
          <dd className="font-display text-2xl semibold text-brand">
            {minimum != null && `$${minimum.toLocaleString('en-US')}`}
          </dd>
        </div>
        {methods?.length ? (
          <div>
            <dt className="text-sm text-muted">Ways of payment</dt>
            <dd className="mt-1 first-letter:uppercase">{ways.format(methods)}</dd>
          </div>
        ) : null}
      </dl>
    </SplitSection>
  )
}

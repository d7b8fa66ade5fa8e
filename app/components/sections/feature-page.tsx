import type { FEATURE_QUERY_RESULT } from '../../content/sanity.types.ts'
import { Text } from '../text/text.tsx'
import { BranchHero } from './branch-hero.tsx'
import { CalculatorForm } from './calculator-form.tsx'
import { CommissionTable } from './commission-table.tsx'
import { JoinCard } from './join-card.tsx'
import { PageHero } from './page-hero.tsx'
import { SplitSection } from './split-section.tsx'
import { Steps } from './steps.tsx'

/**
 * A page for one audience: title and intro beside a screen of the app, the commissions where they matter,
 * features, join card.
 */
export function FeaturePage({ page }: { page: NonNullable<FEATURE_QUERY_RESULT> }) {
  const { title, intro, figure, keyFeatures, commissions, calculator, joinCard } = page
  const words = <Text value={intro} className="text-lg" />
  return (
    <>
      {figure?.asset ? (
        <BranchHero title={title} figure={figure}>
          {words}
        </BranchHero>
      ) : (
        <PageHero title={title}>{words}</PageHero>
      )}
      {commissions.length > 0 && (
        <section className="shell pt-14 lg:pt-20" aria-label="Commissions">
          <CommissionTable branches={commissions} />
        </section>
      )}
      {calculator && commissions.length > 0 && (
        <SplitSection heading={{ _type: 'heading', title: calculator.title }}>
          <CalculatorForm branches={commissions} submit={calculator.submit} />
        </SplitSection>
      )}
      <Steps steps={keyFeatures} unordered />
      <JoinCard card={joinCard} />
    </>
  )
}

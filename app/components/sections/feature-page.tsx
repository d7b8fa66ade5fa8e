import type { FEATURE_QUERY_RESULT } from '../../content/sanity.types.ts'
import { useWords } from '../../words/context.ts'
import { Text } from '../text/text.tsx'
import { CalculatorForm } from './calculator-form.tsx'
import { CommissionTable } from './commission-table.tsx'
import { JoinActions, JoinCard } from './join-card.tsx'
import { PageHero } from './page-hero.tsx'
import { ScreenPanel } from './screen-panel.tsx'
import { SplitSection } from './split-section.tsx'
import { Steps } from './steps.tsx'

/**
 * Renders a page for one audience: title, intro, and image, the commissions (optional), features, and a join card.
 */
export function FeaturePage({ page }: { page: NonNullable<FEATURE_QUERY_RESULT> }) {
  const words = useWords().commissions
  const { title, intro, keyFact, figure, keyFeatures, commissions, calculator, joinCard } = page
  return (
    <>
      <PageHero
        title={title}
        aside={
          figure?.asset && <ScreenPanel figure={figure} className="max-lg:mt-10 lg:col-span-5" />
        }
      >
        <Text value={intro} className="text-lg" />
        <Text value={keyFact} className="key-fact" />
        {joinCard && <JoinActions card={joinCard} />}
      </PageHero>
      {commissions.length > 0 && (
        <section className="shell pt-14 lg:pt-20" aria-label={words.commissions}>
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

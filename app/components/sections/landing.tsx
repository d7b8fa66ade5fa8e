import type { LANDING_QUERY_RESULT } from '../../content/sanity.types.ts'
import type { LiveMetricsData } from '../../metrics/live-metrics.ts'
import { useWords } from '../../words/context.ts'
import { GalleryPanel } from '../gallery/gallery.tsx'
import { Island } from '../islands/island.tsx'
import { SectionHeading } from '../section-heading.tsx'
import { FaqList } from './faq-list.tsx'
import { waitlistAddress } from './join-address.ts'
import { JoinCard } from './join-card.tsx'
import { LandingHero } from './landing-hero.tsx'
import { LinkCards } from './link-cards.tsx'
import { Proof } from './proof.tsx'
import { SplitSection } from './split-section.tsx'
import { WaitlistDialog } from './waitlist-dialog.tsx'

interface LandingProps {
  page: NonNullable<LANDING_QUERY_RESULT>
  metrics: LiveMetricsData | null
}

/** Renders the landing page. */
export function Landing({ page, metrics }: LandingProps) {
  const words = useWords().metrics
  const { benefitsHeading, benefits, proof, waitlistCard, dialog, faqHeading, faq } = page
  const screens = page.gallery?.count ? page.gallery : null
  return (
    <>
      <LandingHero page={page} hasGallery={screens !== null} />
      {screens && <GalleryPanel content={screens} />}
      {benefits.length > 0 && (
        <section className="shell py-16 lg:py-24">
          <SectionHeading
            heading={benefitsHeading}
            titleClassName="max-w-[13.15em]"
            textClassName="max-w-[35.9em] text-lg"
          />
          <div className="mt-10 lg:mt-14">
            <LinkCards cards={benefits} />
          </div>
        </section>
      )}
      {proof && proof.parts.length > 0 && <Proof proof={proof} />}
      {metrics && (
        <section className="shell py-16 lg:py-24" aria-labelledby="live-card">
          <div className="live-card cut">
            <Island name="LiveCard" start="idle" props={{ metrics, words }} />
          </div>
        </section>
      )}
      <JoinCard
        card={waitlistCard}
        action={
          waitlistCard &&
          dialog && (
            <WaitlistDialog
              label={waitlistCard.button}
              href={waitlistAddress(waitlistCard)}
              copy={dialog}
            />
          )
        }
      />
      {faq.length > 0 && (
        <div className="bg-sunken">
          <SplitSection heading={faqHeading}>
            <FaqList entries={faq} name="landing-faq" />
          </SplitSection>
        </div>
      )}
    </>
  )
}

import type { LANDING_QUERY_RESULT } from '../../content/sanity.types.ts'
import { GalleryButton } from '../gallery/gallery.tsx'
import { Island } from '../islands/island.tsx'
import { Link } from '../link.tsx'
import { Motif } from '../motif/motif.tsx'

interface LandingHeroProps {
  page: NonNullable<LANDING_QUERY_RESULT>
  /** Whether there are screens to show. */
  hasGallery: boolean
}

/** The opening of the business home: badge, title, for whom it is, and where to go from here. */
export function LandingHero({ page, hasGallery }: LandingHeroProps) {
  const { badge, title, rotatingLead, rotatingWords, subtitle, buttons, partnerAppUrl } = page
  return (
    <div className="landing-hero">
      <div className="night cut relative isolate overflow-hidden">
        <Motif shape="lattice" size={208} lit={[2, 1]} className="landing-lattice" />
        <div className="relative px-6 pt-14 pb-12 sm:px-12 lg:px-20 lg:pt-24 lg:pb-20">
          <p className="flex items-center gap-2.5 font-semibold text-accent">
            <Motif shape="star" className="text-xl" />
            {badge}
          </p>
          <h1 className="mt-6 max-w-[8.35em] text-4xl">{title}</h1>
          <div className="mt-10 grid gap-10 lg:mt-16 lg:grid-cols-12 lg:items-end">
            <div className="lg:col-span-6">
              {rotatingWords.length > 0 && (
                <Island
                  name="RotatingWords"
                  start="visible"
                  props={{ lead: rotatingLead, words: rotatingWords }}
                />
              )}
              <p className="mt-4 max-w-[33.3em] text-lg text-muted">{subtitle}</p>
            </div>
            {buttons && (
              <div className="lg:col-span-6">
                <p className="flex flex-wrap gap-3 lg:justify-end">
                  <Link href="/waitlist" className="button button-accent px-10">
                    {buttons.join}
                  </Link>
                  <Link href="/onboarding" className="button button-outline">
                    {buttons.onboarding}
                  </Link>
                  <Link href="/affiliates" className="button button-outline">
                    {buttons.affiliates}
                  </Link>
                </p>
                <p className="mt-5 flex flex-wrap gap-x-8 gap-y-3 lg:justify-end">
                  {hasGallery && <GalleryButton label={buttons.gallery} />}
                  {partnerAppUrl && (
                    <Link href={partnerAppUrl} className="text-link">
                      {buttons.partnerApp}
                    </Link>
                  )}
                </p>
              </div>
            )}
          </div>
        </div>
      </div>
    </div>
  )
}

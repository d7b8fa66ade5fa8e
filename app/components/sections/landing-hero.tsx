import type { LANDING_QUERY_RESULT } from 'halvi-site/content/sanity.types'
import type { PageFacts } from 'halvi-site/content/shapes'
import { useLanguage } from 'halvi-site/language/context'
import { useWords } from 'halvi-site/words/context'
import { ContentImage } from '../content-image.tsx'
import { GalleryButton } from '../gallery/gallery.tsx'
import { Island } from '../islands/island.tsx'
import { RotatingWords } from '../islands/rotating-words.tsx'
import { Link } from '../link.tsx'
import { PictureTag } from '../picture-tag.tsx'

type LandingPage = NonNullable<LANDING_QUERY_RESULT> & {
  title: string
} & PageFacts<'partnerAppUrl'>

/** Renders the top of the landing page: the title, the main buttons, and app screenshots. */
export function LandingHero({ page }: { page: LandingPage }) {
  const { pause, resume } = useWords().site
  const { locale } = useLanguage()
  const { badge, status, title, rotatingLead, rotatingWords, subtitle, buttons, screens } = page
  return (
    <div className="landing-hero landing-band">
      <div className="night cut relative overflow-hidden">
        <div className="band-grid">
          <div>
            <p className="semibold text-accent">{badge}</p>
            {status && <p className="mt-2 text-sm">{status}</p>}
            <h1>{title}</h1>
            <p className="hero-subtitle mb-5 max-w-lead text-balance text-muted md:text-lg">
              {subtitle}
            </p>
            {buttons && (
              <p className="flex flex-wrap gap-3">
                <Link href="/waitlist" className="button button-accent px-10">
                  {buttons.join}
                </Link>
                <Link href="/onboarding" className="button button-outline">
                  {buttons.onboarding}
                </Link>
              </p>
            )}
          </div>
          <HeroScreenshots screens={screens} />
          <div className="hero-more">
            {rotatingWords.length > 0 && (
              <Island
                name="RotatingWords"
                component={RotatingWords}
                start="visible"
                props={{ lead: rotatingLead, words: rotatingWords, locale, pause, resume }}
              />
            )}
            {buttons && <QuietLinks page={page} buttons={buttons} />}
          </div>
        </div>
      </div>
    </div>
  )
}

/** Renders the secondary links, less prominent than the two buttons. */
function QuietLinks({
  page,
  buttons,
}: {
  page: LandingPage
  buttons: NonNullable<LandingPage['buttons']>
}) {
  return (
    <p>
      <Link href="/affiliates" className="text-link">
        {buttons.affiliates}
      </Link>
      <GalleryButton gallery={page.gallery} label={buttons.gallery} />
      {page.partnerAppUrl && (
        <Link href={page.partnerAppUrl} className="text-link">
          {buttons.partnerApp}
        </Link>
      )}
    </p>
  )
}

/** Renders two app screenshots beside the title, the first one in front. The lower edge cuts them off. */
function HeroScreenshots({ screens }: { screens: LandingPage['screens'] }) {
  const shown = screens.filter(({ asset }) => asset).slice(0, 2)
  if (!shown.length) return null
  return (
    <div className="hero-screens">
      {shown.map((screen, index) => (
        <div key={screen._key} className="phone cut">
          <ContentImage
            image={screen}
            alt={screen.alt}
            sizes="(min-width: 75rem) min(20.5vw, 20rem), (min-width: 48rem) min(26vw, 18rem), 10rem"
            widest={640}
            largest={index === 0}
            eager
          />
          {index === shown.length - 1 && <PictureTag />}
        </div>
      ))}
    </div>
  )
}

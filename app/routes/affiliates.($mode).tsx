import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { loadPage, notFound } from 'halvi-site/content/load-page'
import { AFFILIATES_QUERY } from 'halvi-site/content/queries/affiliates'
import { Breadcrumb } from '../components/sections/breadcrumb.tsx'
import { FaqList } from '../components/sections/faq-list.tsx'
import { JoinCard } from '../components/sections/join-card.tsx'
import { ModeLinks } from '../components/sections/mode-links.tsx'
import { PageHero } from '../components/sections/page-hero.tsx'
import { PayoutFacts } from '../components/sections/payout-facts.tsx'
import { ProgrammeList } from '../components/sections/programme-list.tsx'
import { ProgrammeView } from '../components/sections/programme-view.tsx'
import { SplitSection } from '../components/sections/split-section.tsx'
import { plainText } from '../components/text/plain-text.ts'
import { Text } from '../components/text/text.tsx'
import { loadLeaderboard } from '../metrics/leaderboard.ts'
import type { RouteHandle } from '../route-handle.ts'
import { pageMeta } from '../seo/meta.ts'
import { faqPage } from '../seo/structured-data.ts'

const path = '/affiliates'
/** Returns the address of a mode. Each mode has its own, so that visitors can share it and go back. */
const modePath = (key: string) => `${path}/${key}`

export const handle: RouteHandle = { cache: { seconds: 600 } }

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadPage(args, AFFILIATES_QUERY, {}, ['payouts', 'partnershipMeetingUrl'])
  const { mode } = args.params
  const programme = page.programmes.find(({ key }) => key === mode) ?? null
  if (mode && !programme) throw await notFound(args)
  const leaderboard =
    programme?.key === 'challenge' ? await loadLeaderboard(args.context, page.leaderboard) : null
  return { page, programme, leaderboard, now: Date.now() }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const { page, programme } = data ?? {}
  const all = { name: page?.title ?? '', path }
  if (!page || !programme) {
    const jsonLd = page?.faq.length ? [faqPage(page.faq)] : []
    return pageMeta({ matches, seo: page?.seo, crumbs: [all], jsonLd })
  }
  return pageMeta({
    matches,
    seo: {
      ...page.seo,
      title: programme.title,
      description: plainText(programme.summary),
    },
    crumbs: [all, { name: programme.title }],
  })
}

export default function Affiliates() {
  const { page, programme, leaderboard, now } = useLoaderData<typeof loader>()
  const { title, intro, programmes, back, faq } = page
  return (
    <>
      <PageHero
        eyebrow={programme && <Breadcrumb label={back} href={path} />}
        title={programme?.title ?? title}
      >
        <Text value={programme?.description ?? intro} className="text-lg" />
        <ModeLinks page={page} current={programme?.key} hrefOf={modePath} />
      </PageHero>
      {programme ? (
        <ProgrammeView programme={programme} page={page} leaderboard={leaderboard} now={now} />
      ) : (
        <ProgrammeList
          programmes={programmes}
          rateNote={page.rateNote}
          hrefOf={({ key }) => modePath(key)}
        />
      )}
      <PayoutFacts heading={page.payoutsHeading} payouts={page.payouts} />
      {faq.length > 0 && (
        <div className="bg-sunken">
          <SplitSection heading={page.faqHeading}>
            <FaqList entries={faq} name="affiliates-faq" />
          </SplitSection>
        </div>
      )}
      <div className="pt-16 lg:pt-24">
        <JoinCard card={page.meetingCard} href={page.partnershipMeetingUrl} />
      </div>
    </>
  )
}

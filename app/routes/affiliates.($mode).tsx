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
import { ProgramList } from '../components/sections/program-list.tsx'
import { ProgramView } from '../components/sections/program-view.tsx'
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
  const program = page.programs.find(({ key }) => key === mode) ?? null
  if (mode && !program) throw await notFound(args)
  const leaderboard =
    program?.key === 'challenge' ? await loadLeaderboard(args.context, page.leaderboard) : null
  return { page, program, leaderboard, now: Date.now() }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const { page, program } = data ?? {}
  const all = { name: page?.title ?? '', path }
  if (!page || !program) {
    const jsonLd = page?.faq.length ? [faqPage(page.faq)] : []
    return pageMeta({ matches, seo: page?.seo, crumbs: [all], jsonLd })
  }
  return pageMeta({
    matches,
    seo: {
      ...page.seo,
      title: program.title,
      description: plainText(program.summary),
    },
    crumbs: [all, { name: program.title }],
  })
}

export default function Affiliates() {
  const { page, program, leaderboard, now } = useLoaderData<typeof loader>()
  const { title, intro, programs, back, faq } = page
  return (
    <>
      <PageHero
        eyebrow={program && <Breadcrumb label={back} href={path} />}
        title={program?.title ?? title}
      >
        <Text value={program?.description ?? intro} className="text-lg" />
        <ModeLinks page={page} current={program?.key} hrefOf={modePath} />
      </PageHero>
      {program ? (
        <ProgramView program={program} page={page} leaderboard={leaderboard} now={now} />
      ) : (
        <ProgramList
          programs={programs}
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

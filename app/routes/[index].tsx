import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { loadPage } from 'halvi-site/content/load-page'
import { COMING_SOON_QUERY } from 'halvi-site/content/queries/home'
import { Filmstrip } from '../components/gallery/filmstrip.tsx'
import { SectionHeading } from '../components/section-heading.tsx'
import { BranchList } from '../components/sections/branch-list.tsx'
import { JoinCard } from '../components/sections/join-card.tsx'
import { PageHero } from '../components/sections/page-hero.tsx'
import { Text } from '../components/text/text.tsx'
import type { RouteHandle } from '../route-handle.ts'
import { titledMeta } from '../seo/meta.ts'

export const handle: RouteHandle = { cache: { seconds: 600 } }

export const loader = (args: LoaderFunctionArgs) => loadPage(args, COMING_SOON_QUERY)

export const meta = titledMeta

export default function ComingSoon() {
  const page = useLoaderData<typeof loader>()
  const { title, intro, branchesHeading, branches, branchLink, affiliateCard, joinCard } = page
  return (
    <>
      <PageHero title={title}>
        <Text value={intro} className="text-lg" />
      </PageHero>
      {branches.length > 0 && (
        <section className="shell py-16 lg:py-24">
          <SectionHeading heading={branchesHeading} textClassName="max-w-lead text-lg" />
          <div className="mt-10">
            <BranchList branches={branches} linkLabel={branchLink} />
          </div>
        </section>
      )}
      <Filmstrip heading={page.galleryHeading} screens={page.gallery?.screens ?? []} />
      <JoinCard card={affiliateCard} href="/affiliates" quiet />
      <JoinCard card={joinCard} />
    </>
  )
}

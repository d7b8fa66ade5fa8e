import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { loadPage } from 'halvi-site/content/load-page'
import { SERVICE_QUERY } from 'halvi-site/content/queries/services'
import { BranchCommission } from '../components/sections/branch-commission.tsx'
import { Breadcrumb } from '../components/sections/breadcrumb.tsx'
import { FeatureList } from '../components/sections/feature-list.tsx'
import { JoinActions, JoinCard } from '../components/sections/join-card.tsx'
import { OtherServices } from '../components/sections/other-services.tsx'
import { PageHero } from '../components/sections/page-hero.tsx'
import { Text } from '../components/text/text.tsx'
import type { RouteHandle } from '../route-handle.ts'
import { pageMeta } from '../seo/meta.ts'

export const handle: RouteHandle = { cache: { seconds: 600 } }

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, SERVICE_QUERY, { slug: args.params.slug })

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const crumbs = [{ name: data?.title ?? '' }]
  const intro = data?.seo?.intro
  const seo = data?.seo && { ...data.seo, intro: intro?.length ? intro : data.subtitle }
  return pageMeta({ matches, seo, crumbs, hue: data?.branch?.hue })
}

export default function Service() {
  const {
    title,
    subtitle,
    description,
    figure,
    keyFeatures,
    joinCard,
    branch,
    calculator,
    others,
    words,
  } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHero
        eyebrow={words && <Breadcrumb label={words.back} href="/index" />}
        title={title}
        hue={branch?.hue}
        figure={figure}
      >
        <p className="key-fact mb-6">{subtitle}</p>
        <Text value={description} className="text-lg" />
        {joinCard && <JoinActions card={joinCard} />}
        <BranchCommission branch={branch} calculator={calculator} />
      </PageHero>
      <div className="bg-sunken" data-hue={branch?.hue}>
        <FeatureList title={words?.features ?? ''} features={keyFeatures} />
      </div>
      <OtherServices heading={words?.others ?? ''} services={others} />
      <JoinCard card={joinCard} />
    </>
  )
}

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { loadPage } from 'halvi-site/content/load-page'
import { LANDING_QUERY } from 'halvi-site/content/queries/home'
import { SETTINGS_QUERY } from 'halvi-site/content/queries/settings'
import { GalleryPanel } from '../components/gallery/gallery.tsx'
import { LandingHero } from '../components/sections/landing-hero.tsx'
import { MetricsCard } from '../components/sections/live-metrics.tsx'
import { SectionList } from '../components/sections/section-list.tsx'
import { sectionScripts } from '../components/sections/section-scripts.ts'
import { loadLiveMetrics } from '../metrics/load-metrics.ts'
import type { RouteHandle } from '../route-handle.ts'
import { pageMeta } from '../seo/meta.ts'
import { faqOf, organization } from '../seo/structured-data.ts'

export const handle: RouteHandle<typeof loader> = {
  scripts: (data, inPreview) =>
    data ? ['islands', ...sectionScripts(data.page.sections, { now: data.now, inPreview })] : [],
  cache: { seconds: 10 },
}

export async function loader(args: LoaderFunctionArgs) {
  const { content, siteUrl } = args.context
  const [landing, settings, contact] = await Promise.all([
    loadPage(args, LANDING_QUERY, {}, ['dashboard', 'partnerAppUrl']),
    content.fetch(SETTINGS_QUERY),
    content.fact('contact'),
  ])
  const page = {
    ...landing,
    title: landing.title ?? settings?.slogan ?? settings?.facts?.name ?? '',
  }
  return {
    page,
    metrics: await loadLiveMetrics(args.context, page.dashboard),
    organization: organization(siteUrl, settings, contact),
    now: Date.now(),
  }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({
    matches,
    path: '/',
    seo: data?.page.seo,
    jsonLd: data ? [data.organization, ...faqOf(data.page.sections)] : [],
  })

export default function Home() {
  const { page, metrics, now } = useLoaderData<typeof loader>()
  const top = (
    <>
      <LandingHero page={page} />
      <GalleryPanel gallery={page.gallery} label={page.buttons?.gallery ?? ''} />
    </>
  )
  const card = metrics && <MetricsCard metrics={metrics} />
  return <SectionList page={page} now={now} metrics={card} top={top} />
}

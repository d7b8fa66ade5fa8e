import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Landing } from '../components/sections/landing.tsx'
import { notFound } from '../content/not-found.ts'
import { LANDING_QUERY } from '../content/queries/home.ts'
import { SETTINGS_QUERY } from '../content/queries/settings.ts'
import { loadLiveMetrics } from '../metrics/live-metrics.ts'
import type { RouteHandle } from '../route-handle.ts'
import { pageMeta } from '../seo/meta.ts'
import { faqPage, organization } from '../seo/structured-data.ts'

export const handle: RouteHandle = { parts: ['landing', 'islands'], cache: { seconds: 10 } }

export async function loader(args: LoaderFunctionArgs) {
  const { content, siteUrl } = args.context
  const [page, settings] = await Promise.all([
    content.fetch(LANDING_QUERY),
    content.fetch(SETTINGS_QUERY),
  ])
  if (!page) throw await notFound(args)
  return {
    page,
    metrics: await loadLiveMetrics(args.context, page.dashboard),
    organization: organization(siteUrl, settings),
  }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({
    matches,
    path: '/',
    seo: data?.page.seo,
    jsonLd: data ? [data.organization, faqPage(data.page.faq)] : [],
  })

export default function Home() {
  const { page, metrics } = useLoaderData<typeof loader>()
  return <Landing page={page} metrics={metrics} />
}

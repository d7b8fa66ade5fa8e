import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Island } from '../components/islands/island.tsx'
import { Link } from '../components/link.tsx'
import { PageHero } from '../components/sections/page-hero.tsx'
import { Text } from '../components/text/text.tsx'
import { CONFIRMATION_QUERY } from '../content/queries/applications.ts'
import { joinedToday } from '../metrics/live-metrics.ts'
import type { RouteHandle } from '../route-handle.ts'
import { pageMeta } from '../seo/meta.ts'

export const handle: RouteHandle = { parts: ['islands'], cache: { seconds: 10 } }

export async function loader({ context }: LoaderFunctionArgs) {
  const content = await context.content.fetch(CONFIRMATION_QUERY)
  return {
    content,
    shareUrl: content?.shareUrl ?? context.siteUrl,
    joined: await joinedToday(context, content?.dashboard),
  }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({ matches, path: '/confirmation', seo: data?.content?.seo })

export default function Confirmation() {
  const { content, shareUrl, joined } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHero title={content?.title ?? "You're on the Halvi Waitlist!"}>
        <Text value={content?.intro} className="text-lg" />
        <p className="mt-8 flex flex-wrap gap-3">
          {content?.instagramUrl && (
            <Link href={content.instagramUrl} className="button">
              {content.follow}
            </Link>
          )}
          <Link href="/index" className="button button-outline">
            {content?.explore ?? "Explore What's Coming"}
          </Link>
        </p>
      </PageHero>
      <div className="shell grid gap-x-8 gap-y-12 py-14 lg:grid-cols-12 lg:py-20">
        <div className="lg:col-span-7">
          <Island
            name="ShareLink"
            start="press"
            props={{
              url: shareUrl,
              label: content?.linkLabel ?? 'The link to share',
              share: content?.share ?? 'Share',
              copied: content?.copied ?? 'Copied!',
              message: content?.copiedMessage ?? 'Link copied to clipboard!',
            }}
          />
        </div>
        {joined && (
          <div className="lg:col-span-4 lg:col-start-9">
            <p data-figure={joined.key}>
              <span className="font-display text-3xl font-semibold text-brand">{joined.value}</span>{' '}
              {joined.label}
            </p>
            {content?.dashboard?.source === 'simulated' && (
              <p className="mt-2 text-sm text-muted">{content.dashboard.note}</p>
            )}
          </div>
        )}
      </div>
    </>
  )
}

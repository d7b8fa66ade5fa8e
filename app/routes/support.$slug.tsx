import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PageHero } from '../components/sections/page-hero.tsx'
import { Text } from '../components/text/text.tsx'
import { notFound } from '../content/not-found.ts'
import { LEGAL_QUERY } from '../content/queries/support.ts'
import { dateText } from '../dates/format.ts'
import type { RouteHandle } from '../route-handle.ts'
import { pageMeta } from '../seo/meta.ts'

export const handle: RouteHandle = { cache: { seconds: 600 } }

export async function loader(args: LoaderFunctionArgs) {
  const page = await args.context.content.fetch(LEGAL_QUERY, { slug: args.params.slug })
  if (!page) throw await notFound(args)
  return page
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const crumbs = [{ name: data?.title ?? '' }]
  return pageMeta({ matches, seo: data?.seo, crumbs })
}

export default function LegalPage() {
  const { title, intro, lastUpdated, body } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHero title={title}>
        <p className="max-w-[39.75em] text-lg">{intro}</p>
      </PageHero>
      <div className="shell grid gap-x-8 gap-y-6 py-14 lg:grid-cols-12 lg:py-20">
        {lastUpdated && (
          <p className="text-sm text-muted lg:col-span-3">
            Last updated <time dateTime={lastUpdated}>{dateText(lastUpdated)}</time>
          </p>
        )}
        <Text value={body} className="legal lg:col-span-9 lg:col-start-4" />
      </div>
    </>
  )
}

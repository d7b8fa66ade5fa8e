import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { loadPage } from 'halvi-site/content/load-page'
import { LEGAL_QUERY } from 'halvi-site/content/queries/support'
import { dateText } from 'halvi-site/dates/format'
import { useLanguage } from 'halvi-site/language/context'
import { useWords } from 'halvi-site/words/context'
import { PageHero } from '../components/sections/page-hero.tsx'
import { Text } from '../components/text/text.tsx'
import type { RouteHandle } from '../route-handle.ts'
import { titledMeta } from '../seo/meta.ts'

export const handle: RouteHandle = { cache: { seconds: 600 } }

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, LEGAL_QUERY, { slug: args.params.slug })

export const meta = titledMeta

export default function LegalPage() {
  const { title, intro, lastUpdated, body } = useLoaderData<typeof loader>()
  const { locale } = useLanguage()
  const { lastUpdated: lastUpdatedLabel } = useWords().site
  return (
    <>
      <PageHero title={title}>
        <p className="max-w-text text-lg">{intro}</p>
      </PageHero>
      <div className="shell grid gap-x-8 gap-y-6 py-14 lg:grid-cols-12 lg:py-20">
        {lastUpdated && (
          <p className="text-sm text-muted lg:col-span-3">
            {lastUpdatedLabel} <time dateTime={lastUpdated}>{dateText(lastUpdated, locale)}</time>
          </p>
        )}
        <Text value={body} className="legal lg:col-span-9 lg:col-start-4" />
      </div>
    </>
  )
}

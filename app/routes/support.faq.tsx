import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { loadPage } from 'halvi-site/content/load-page'
import { FAQ_QUERY } from 'halvi-site/content/queries/support'
import { search, searchQuery } from 'halvi-site/content/search'
import { useWords } from 'halvi-site/words/context'
import { Link } from '../components/link.tsx'
import { FaqList } from '../components/sections/faq-list.tsx'
import { PageHero } from '../components/sections/page-hero.tsx'
import { PromptCard } from '../components/sections/prompt-card.tsx'
import { SearchForm } from '../components/sections/search-form.tsx'
import { SearchResult } from '../components/sections/search-result.tsx'
import { plainText } from '../components/text/plain-text.ts'
import type { RouteHandle } from '../route-handle.ts'
import { pageMeta } from '../seo/meta.ts'
import { faqPage } from '../seo/structured-data.ts'

const path = '/support/faq'

export const handle: RouteHandle = { cache: { seconds: 600, query: ['q', 'all'] } }

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadPage(args, FAQ_QUERY)
  const query = searchQuery(args.request.url)
  const showsAll = query !== '' || new URL(args.request.url).searchParams.has('all')
  const entries = showsAll ? [...page.entries, ...page.more] : page.entries
  const textOf = ({ question, answer, keywords }: (typeof entries)[number]) =>
    [question, plainText(answer), ...keywords].join(' ')
  const found = search(entries, query, textOf, args.context.language)
  return { page, query, showsAll, found }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({
    matches,
    seo: data?.page.seo,
    crumbs: [{ name: data?.page.title ?? '' }],
    jsonLd: [faqPage(data?.page.entries ?? [])],
    unlisted: data?.showsAll,
  })

export default function Faq() {
  const { page, query, showsAll, found } = useLoaderData<typeof loader>()
  const { title, intro, searchLabel, searchHint, noResults, contactCard } = page
  const { showAll } = useWords().support
  return (
    <>
      <PageHero title={title}>
        <p className="max-w-text text-lg">{intro}</p>
        <SearchForm label={searchLabel} hint={searchHint} query={query} />
      </PageHero>
      <div className="shell grid gap-x-8 gap-y-12 py-14 lg:grid-cols-12 lg:py-20">
        <div className="lg:col-span-8">
          <SearchResult path={path} query={query} count={found.length} noResults={noResults} />
          <FaqList entries={found} name="faq" heading="h2" />
          {!showsAll && page.more.length > 0 && (
            <p className="mt-8">
              <Link href={`${path}?all`} className="text-link">
                {page.moreLabel ?? showAll}
              </Link>
            </p>
          )}
        </div>
        {contactCard && (
          <div className="lg:col-span-4">
            <PromptCard card={contactCard} />
          </div>
        )}
      </div>
    </>
  )
}

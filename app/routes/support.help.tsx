import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { loadPage } from 'halvi-site/content/load-page'
import { WORDS_QUERY } from 'halvi-site/content/queries/settings'
import { HELP_QUERY } from 'halvi-site/content/queries/support'
import { search, searchQuery } from 'halvi-site/content/search'
import { wordsOf } from 'halvi-site/words/words'
import { HelpArticles } from '../components/sections/help-articles.tsx'
import { JoinCard } from '../components/sections/join-card.tsx'
import { LinkCards } from '../components/sections/link-cards.tsx'
import { PageHero } from '../components/sections/page-hero.tsx'
import { SearchForm } from '../components/sections/search-form.tsx'
import { SearchResult } from '../components/sections/search-result.tsx'
import { SplitSection } from '../components/sections/split-section.tsx'
import { plainText } from '../components/text/plain-text.ts'
import type { RouteHandle } from '../route-handle.ts'
import { pageMeta } from '../seo/meta.ts'

const path = '/support/help'

export const handle: RouteHandle = { cache: { seconds: 600, query: ['q'] } }

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadPage(args, HELP_QUERY)
  const { content, language } = args.context
  const words = wordsOf(await content.fetch(WORDS_QUERY), language)
  const query = searchQuery(args.request.url)
  type Article = (typeof page.articles)[number]
  const textOf = ({ title, topic, summary, body, keywords }: Article) =>
    [title, words.topics[topic], summary, plainText(body), ...keywords].join(' ')
  const found = search(page.articles, query, textOf, language)
  return { page, query, found }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({
    matches,
    seo: data?.page.seo,
    crumbs: [{ name: data?.page.title ?? '' }],
    unlisted: Boolean(data?.query),
  })

export default function Help() {
  const { page, query, found } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHero title={page.title}>
        <p className="max-w-text text-lg">{page.intro}</p>
        <SearchForm label={page.searchLabel} hint={page.searchHint} query={query} />
      </PageHero>
      {!query && page.resources.length > 0 && (
        <div className="shell pt-14 lg:pt-20">
          <LinkCards cards={page.resources} heading="h2" />
        </div>
      )}
      <SplitSection id="articles" heading={{ _type: 'heading', title: page.articlesTitle }}>
        <SearchResult path={path} query={query} count={found.length} noResults={page.noResults} />
        <HelpArticles articles={found} />
      </SplitSection>
      <JoinCard card={page.joinCard} />
    </>
  )
}

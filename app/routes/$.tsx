import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { businessTypeOptions } from 'halvi-leads/forms/business-types'
import { pageSlug } from 'halvi-site/addresses'
import { isIn, notFound } from 'halvi-site/content/load-page'
import { PAGE_QUERY } from 'halvi-site/content/queries/sections'
import { SectionList } from '../components/sections/section-list.tsx'
import { sectionScripts } from '../components/sections/section-scripts.ts'
import type { RouteHandle } from '../route-handle.ts'
import { pageMeta } from '../seo/meta.ts'
import { faqOf } from '../seo/structured-data.ts'

/** Pages can have a countdown. The server caches a single 404 page for all unknown addresses. */
export const handle: RouteHandle<typeof loader> = {
  scripts: (data, inPreview) =>
    data ? sectionScripts(data.page.sections, { now: data.now, inPreview }) : [],
  cache: { seconds: 10 },
}

/** Handles all addresses without a route: shows a page built from sections, redirects, or throws a 404. */
export async function loader(args: LoaderFunctionArgs) {
  const { content, language, path } = args.context
  const slug = pageSlug(path)
  const page = slug === undefined ? null : await content.fetch(PAGE_QUERY, { slug })
  if (!page || !isIn(language, page)) throw await notFound(args)
  return { page, now: Date.now(), businessTypes: businessTypeOptions }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({
    matches,
    path: encodeURI(`/${data?.page.slug}`),
    seo: data?.page.seo,
    crumbs: [{ name: data?.page.title ?? '' }],
    jsonLd: faqOf(data?.page.sections ?? []),
    unlisted: data?.page.noindex === true,
  })

export default function Page() {
  return <SectionList {...useLoaderData<typeof loader>()} />
}

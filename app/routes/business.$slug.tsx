import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { businessTypeOptions } from 'halvi-leads/forms/business-types'
import { loadPage } from 'halvi-site/content/load-page'
import { BUSINESS_PAGE_QUERY } from 'halvi-site/content/queries/sections'
import { SectionList } from '../components/sections/section-list.tsx'
import { sectionScripts } from '../components/sections/section-scripts.ts'
import type { RouteHandle } from '../route-handle.ts'
import { titledMeta } from '../seo/meta.ts'

/** Pages can have a countdown. */
export const handle: RouteHandle<typeof loader> = {
  scripts: (data, inPreview) =>
    data ? sectionScripts(data.sections, { now: data.now, inPreview }) : [],
  cache: { seconds: 10 },
}

export async function loader(args: LoaderFunctionArgs) {
  const { slug } = args.params
  const page = await loadPage(args, BUSINESS_PAGE_QUERY, { slug })
  return { ...page, now: Date.now(), businessTypes: businessTypeOptions }
}

export const meta = titledMeta

export default function BusinessPage() {
  const page = useLoaderData<typeof loader>()
  return <SectionList page={page} now={page.now} businessTypes={page.businessTypes} />
}

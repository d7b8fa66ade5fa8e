import type { LoaderFunctionArgs } from '@remix-run/node'
import { loadPage } from 'halvi-site/content/load-page'
import { FEATURE_QUERY } from 'halvi-site/content/queries/sections'

// A business page with an address under /services.
export { default, handle, meta } from './business.$slug.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadPage(args, FEATURE_QUERY, { slug: 'professional-apply' })
  return { ...page, now: Date.now() }
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { readPages } from 'halvi-site/content/site-addresses'
import { withUnavailable } from 'halvi-site/content/unavailable'
import type { RouteHandle } from '../route-handle.ts'
import { sitemap } from '../seo/sitemap.ts'

export const handle: RouteHandle = { cache: { seconds: 600 } }

export const loader = withUnavailable(async ({ context }: LoaderFunctionArgs) => {
  const { content, siteUrl, languages } = context
  return new Response(sitemap(siteUrl, await readPages(content), languages), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  })
})

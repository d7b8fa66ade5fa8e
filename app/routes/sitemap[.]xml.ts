import type { LoaderFunctionArgs } from '@remix-run/node'
import { readPages } from '../content/site-addresses.ts'
import { withUnavailable } from '../content/unavailable.ts'
import type { RouteHandle } from '../route-handle.ts'
import { sitemap } from '../seo/sitemap.ts'

export const handle: RouteHandle = { cache: { seconds: 600 } }

export const loader = withUnavailable(async ({ context }: LoaderFunctionArgs) => {
  return new Response(sitemap(context.siteUrl, await readPages(context.content)), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  })
})

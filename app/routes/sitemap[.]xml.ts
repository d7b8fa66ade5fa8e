import type { LoaderFunctionArgs } from '@remix-run/node'
import { typesWithAddress } from '../addresses.ts'
import { readLivePaths } from '../content/links/live-paths.ts'
import { SITEMAP_QUERY } from '../content/queries/services.ts'
import { withUnavailable } from '../content/unavailable.ts'
import type { RouteHandle } from '../route-handle.ts'
import { sitemap } from '../seo/sitemap.ts'

export const handle: RouteHandle = { cache: { seconds: 600 } }

export const loader = withUnavailable(async ({ context }: LoaderFunctionArgs) => {
  const [pages, livePaths] = await Promise.all([
    context.content.fetch(SITEMAP_QUERY, { types: typesWithAddress }),
    readLivePaths(context.content),
  ])
  return new Response(sitemap(context.siteUrl, pages, livePaths), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  })
})

import type { LoaderFunctionArgs } from '@remix-run/node'
import { typesWithAddress } from '../addresses.ts'
import { SITEMAP_QUERY } from '../content/queries/services.ts'
import { unlessAway } from '../content/unavailable.ts'
import type { RouteHandle } from '../route-handle.ts'
import { sitemap } from '../seo/sitemap.ts'

export const handle: RouteHandle = { cache: { seconds: 600 } }

export const loader = unlessAway(async ({ context }: LoaderFunctionArgs) => {
  const pages = await context.content.fetch(SITEMAP_QUERY, { types: typesWithAddress })
  return new Response(sitemap(context.siteUrl, pages), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  })
})

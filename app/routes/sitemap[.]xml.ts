import type { LoaderFunctionArgs } from '@remix-run/node'
import { SITEMAP_QUERY } from '../content/queries/services.ts'
import { sitemap } from '../sitemap.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const pages = await context.content.fetch(SITEMAP_QUERY)
  return new Response(sitemap(context.siteUrl, pages), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  })
}

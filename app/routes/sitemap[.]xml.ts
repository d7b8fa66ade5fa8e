import { SITEMAP_QUERY } from '../content/queries/services.ts'
import { sitemap } from '../sitemap.ts'
import { unlessAway } from '../unavailable.ts'

export const loader = unlessAway(async ({ context }) => {
  const pages = await context.content.fetch(SITEMAP_QUERY)
  return new Response(sitemap(context.siteUrl, pages), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  })
})

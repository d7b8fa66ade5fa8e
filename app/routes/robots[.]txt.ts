import type { LoaderFunctionArgs } from '@remix-run/node'
import type { RouteHandle } from '../route-handle.ts'

export const handle: RouteHandle = { cache: { seconds: 600 } }

export function loader({ context }: LoaderFunctionArgs) {
  const lines = [
    'User-agent: *',
    'Disallow: /studio/',
    'Disallow: /preview/',
    '',
    `Sitemap: ${context.siteUrl}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

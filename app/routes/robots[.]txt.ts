import type { LoaderFunctionArgs } from '@remix-run/node'

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

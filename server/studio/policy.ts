/**
 * Returns the Content-Security-Policy under /studio. With the embedded lake it names no other host: nothing
 * that an editor pastes or a package does leaves this site.
 */
export function studioPolicy(hostedProjectId: string | undefined): string {
  const api = hostedProjectId ? ` ${hostsOf(hostedProjectId).join(' ')}` : ''
  const images = hostedProjectId ? ' https://cdn.sanity.io' : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    // styled-components writes its styles into the page.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${images}`,
    "font-src 'self'",
    `media-src 'self' blob:${images}`,
    `connect-src 'self'${api}`,
    // The site, beside the form.
    "frame-src 'self'",
    "frame-ancestors 'self'",
    "form-action 'self'",
    "base-uri 'none'",
  ].join('; ')
}

/** What a stock Studio talks to; the last tells it whether there is a newer version. */
function hostsOf(projectId: string): string[] {
  return [
    `https://${projectId}.api.sanity.io`,
    `wss://${projectId}.api.sanity.io`,
    `https://${projectId}.apicdn.sanity.io`,
    'https://api.sanity.io',
    'https://cdn.sanity.io',
    'https://sanity-cdn.com',
  ]
}

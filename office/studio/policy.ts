/**
 * Returns the Content-Security-Policy for /studio. With the embedded lake, it allows no other host, so that pasted
 * content and packages can't send data to another site.
 */
export function studioPolicy(hostedProjectId: string | undefined): string {
  const api = hostedProjectId ? ` ${hostsOf(hostedProjectId).join(' ')}` : ''
  const images = hostedProjectId ? ' https://cdn.sanity.io' : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    // styled-components inserts inline styles into the page.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${images}`,
    "font-src 'self'",
    `media-src 'self' blob:${images}`,
    `connect-src 'self'${api}`,
    // The preview shows the site next to the form.
    "frame-src 'self'",
    "frame-ancestors 'self'",
    "form-action 'self'",
    "base-uri 'none'",
  ].join('; ')
}

/** Returns the hosts that a standard Studio uses. The last one is for checking for updates. */
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

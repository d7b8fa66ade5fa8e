/** Returns the headers of every response, except for the Content-Security-Policy, which is created with each page. */
export function securityHeaders(origin: {
  https: boolean
  hstsSubdomains: boolean
}): Readonly<Record<string, string>> {
  // Optional, because a subdomain may belong to another party and have no certificate.
  const transport = `max-age=31536000${origin.hstsSubdomains ? '; includeSubDomains' : ''}`
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    // RFC 6797: HSTS must not be sent over http.
    ...(origin.https ? { 'Strict-Transport-Security': transport } : {}),
  }
}

/** Headers that are needed only for documents, not for scripts, styles, and fonts. */
export const forDocuments = ['Referrer-Policy', 'Permissions-Policy', 'Cross-Origin-Opener-Policy']

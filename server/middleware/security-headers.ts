import type { RequestHandler } from 'express'

/**
 * Headers that every answer of the site carries. The Content-Security-Policy is not among them: it
 * lists a page's own scripts and is made with the page.
 *
 * @param origin.https whether browsers reach the site over https
 * @param origin.hstsSubdomains whether all hosts below the site's do so, too
 */
export function securityHeaders(origin: {
  https: boolean
  hstsSubdomains: boolean
}): Readonly<Record<string, string>> {
  // A host below ours may belong to others, and have no certificate.
  const transport = `max-age=31536000${origin.hstsSubdomains ? '; includeSubDomains' : ''}`
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    // RFC 6797: only what a browser got over https may promise https.
    ...(origin.https ? { 'Strict-Transport-Security': transport } : {}),
  }
}

/** Those that say nothing about scripts, styles and fonts, of which a page may load twenty. */
export const forDocuments = ['Referrer-Policy', 'Permissions-Policy', 'Cross-Origin-Opener-Policy']

/** Sets headers on every answer that passes. */
export function withHeaders(headers: Readonly<Record<string, string>>): RequestHandler {
  return (_request, response, next) => {
    response.set(headers)
    next()
  }
}

import type { RequestHandler } from 'express'

/** Returns the headers of every answer, but for the Content-Security-Policy, which is made with the page. */
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

import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** A page ready to send, and the policy that lets exactly its own scripts and styles apply. */
interface GuardedPage {
  html: string
  policy: string
}

/**
 * Returns a page without its nonces, and its Content-Security-Policy, which lists the hashes of inline scripts and styles
 * that carried `nonce`, a secret of this rendering, and lets nothing else run. The page can be cached with it.
 * `anyStyle` lets scripts add styles, as the overlays of the preview do.
 */
export function guardPage(page: string, nonce: string, { anyStyle = false } = {}): GuardedPage {
  const attribute = ` nonce="${nonce}"`
  // Beside a hash, 'unsafe-inline' would count for nothing.
  const styles = anyStyle ? ["'unsafe-inline'"] : hashesOf('style', page, attribute)
  return {
    html: page.replaceAll(attribute, ''),
    policy: [
      "default-src 'self'",
      `script-src ${["'self'", ...hashesOf('script', page, attribute)].join(' ')}`,
      `style-src ${["'self'", ...styles].join(' ')}`,
      // Style attributes carry sizes and delays.
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: https://cdn.sanity.io",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      // The Studio shows pages in a frame of this origin.
      "frame-ancestors 'self'",
    ].join('; '),
  }
}

/** The hashes of all inline elements of a kind that carry the nonce. */
function hashesOf(element: 'script' | 'style', page: string, attribute: string): Set<string> {
  const inline = new RegExp(`<${element}([^>]*?)${attribute}([^>]*)>(.*?)</${element}>`, 'gs')
  const hashes = new Set<string>()
  for (const [, before = '', after = '', text = ''] of page.matchAll(inline)) {
    if (!/\ssrc=/.test(before + after)) hashes.add(`'sha256-${sha256(text)}'`)
  }
  return hashes
}

/** A page's scripts and styles are the same each time that it is made, and hardly any are its own. */
const known = new LRUCache<string, string>({ max: 100 })

function sha256(text: string): string {
  const hash = known.get(text) ?? createHash('sha256').update(text).digest('base64')
  known.set(text, hash)
  return hash
}

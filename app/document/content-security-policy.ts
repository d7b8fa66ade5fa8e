import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** A page without nonces, and the policy that allows only its own scripts and styles. */
interface GuardedPage {
  html: string
  policy: string
}

/**
 * Removes the nonces from a page and returns it with its Content-Security-Policy. The policy contains the hashes of
 * the inline scripts and styles that had the nonce, a secret of this rendering, and blocks all others. With hashes
 * instead of nonces, the page can be cached.
 *
 * @param options.anyStyle allows scripts to add styles, as the overlays of the preview do
 */
export function guardPage(page: string, nonce: string, { anyStyle = false } = {}): GuardedPage {
  const attribute = ` nonce="${nonce}"`
  // Without hashes: browsers ignore 'unsafe-inline' if there is one.
  const styles = anyStyle ? ["'unsafe-inline'"] : hashesOf('style', page, attribute)
  return {
    html: page.replaceAll(attribute, ''),
    policy: [
      "default-src 'self'",
      `script-src ${["'self'", ...hashesOf('script', page, attribute)].join(' ')}`,
      `style-src ${["'self'", ...styles].join(' ')}`,
      // Components set sizes and delays with style attributes.
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

/** Returns the hashes of all inline scripts or styles with the nonce. */
function hashesOf(element: 'script' | 'style', page: string, attribute: string): Set<string> {
  const inline = new RegExp(`<${element}([^>]*?)${attribute}([^>]*)>(.*?)</${element}>`, 'gs')
  const hashes = new Set<string>()
  for (const [, before = '', after = '', text = ''] of page.matchAll(inline)) {
    if (!/\ssrc=/.test(before + after)) hashes.add(`'sha256-${sha256(text)}'`)
  }
  return hashes
}

/** Caches hashes by text, because most scripts and styles are the same on every page. */
const hashCache = new LRUCache<string, string>({ max: 100 })

function sha256(text: string): string {
  const hash = hashCache.get(text) ?? createHash('sha256').update(text).digest('base64')
  hashCache.set(text, hash)
  return hash
}

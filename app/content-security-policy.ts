import { createHash } from 'node:crypto'

/** A page ready to send, and the policy that lets exactly its own scripts run. */
interface GuardedPage {
  html: string
  policy: string
}

/**
 * Makes a page's Content-Security-Policy (CSP Level 3): inline scripts run only if their hash is
 * listed, so that the page can be cached with its policy. Only scripts marked with `mark`, a secret
 * of this one rendering, are listed; whatever else found its way into the page does not run. The
 * marks are taken out.
 */
export function guardScripts(page: string, mark: string): GuardedPage {
  const attribute = ` nonce="${mark}"`
  const hashes = new Set<string>()
  const inline = new RegExp(`<script([^>]*?)${attribute}([^>]*)>(.*?)</script>`, 'gs')
  for (const [, before = '', after = '', script = ''] of page.matchAll(inline)) {
    if (!/\ssrc=/.test(before + after)) hashes.add(`'sha256-${sha256(script)}'`)
  }
  const scripts = ["'self'", ...hashes].join(' ')
  return {
    html: page.replaceAll(attribute, ''),
    policy: [
      "default-src 'self'",
      `script-src ${scripts}`,
      // Style attributes carry sizes and delays; style elements are not allowed.
      "style-src 'self'",
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

function sha256(script: string): string {
  return createHash('sha256').update(script).digest('base64')
}

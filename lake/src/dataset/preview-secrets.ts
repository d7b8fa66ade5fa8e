import { createHash } from 'node:crypto'
import type { SanityDocument } from '../documents/document.ts'
import { publishedId } from '../documents/ids.ts'

/**
 * Document types of `@sanity/preview-url-secret`. With these secrets, a Studio proves to a site that it may show
 * drafts.
 */
const TYPES = new Set([
  'sanity.previewUrlSecret',
  'sanity.previewUrlShareAccess',
  'sanity.vercelProtectionBypass',
])
const ID_PREFIX = 'sanity-preview-url-secret.'

/** Returns whether a document holds a credential for previews, which is never stored as content. */
export function isPreviewSecret({ _id, _type }: Pick<SanityDocument, '_id' | '_type'>): boolean {
  return TYPES.has(_type) || publishedId(_id).startsWith(ID_PREFIX)
}

/** How long a secret is valid, in milliseconds, as in `@sanity/preview-url-secret`. */
const TTL_MS = 60 * 60_000
const MAX_SECRETS = 1_000

/**
 * Holds the secrets with which Studios open previews, in memory and as hashes. No query, listener, history, or export
 * returns them.
 */
export class PreviewSecrets {
  readonly #authors = new Map<string, { author: string; expires: number }>()

  /** Records the author of a preview secret. Ignores documents with secrets that do not expire. */
  add({ _type, secret }: SanityDocument, author: string): void {
    if (_type !== 'sanity.previewUrlSecret' || typeof secret !== 'string' || secret === '') return
    this.#authors.set(hashOf(secret), { author, expires: Date.now() + TTL_MS })
    for (const [hash, { expires }] of this.#authors) {
      if (expires > Date.now() && this.#authors.size <= MAX_SECRETS) break
      this.#authors.delete(hash)
    }
  }

  authorOf(secret: string): string | undefined {
    const found = this.#authors.get(hashOf(secret))
    return found && found.expires > Date.now() ? found.author : undefined
  }
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

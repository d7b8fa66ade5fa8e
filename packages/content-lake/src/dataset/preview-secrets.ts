import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
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

/**
 * Holds the secrets with which Studios open previews, in memory and as hashes. No query, listener, history, or export
 * returns them.
 */
export class PreviewSecrets {
  /** A secret is valid for an hour, as in `@sanity/preview-url-secret`. */
  readonly #authors = new LRUCache<string, string>({
    max: 1_000,
    ttl: 60 * 60_000,
    perf: { now: () => Date.now() },
    ttlResolution: 0,
  })

  /** Records the author of a preview secret. Ignores documents with secrets that do not expire. */
  add({ _type, secret }: SanityDocument, author: string): void {
    if (_type !== 'sanity.previewUrlSecret' || typeof secret !== 'string' || secret === '') return
    this.#authors.set(hashOf(secret), author)
  }

  authorOf(secret: string): string | undefined {
    return this.#authors.get(hashOf(secret))
  }
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

import type { SanityDocument } from './document.ts'
import { publishedId } from './ids.ts'

/** The types of `@sanity/preview-url-secret`, by which a Studio proves to a site that it may see drafts. */
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

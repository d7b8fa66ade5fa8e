import { LakeError } from '../errors/errors.ts'
import type { Documents, SanityDocument } from './document.ts'
import { isPublic, isPublished, publishedId } from './ids.ts'

/**
 * The documents that a query sees:
 * - `raw`: every stored document under its own id
 * - `published`: neither drafts nor versions
 * - `public`: the published documents that anyone may read (ids without a dot)
 * - a list of layers: each document from the first layer that has it, under its published id, with the stored id in
 *   `_originalId`. A layer is `drafts` or a release's name. Published documents are the last layer.
 */
export type Perspective = 'raw' | 'published' | 'public' | readonly string[]

const LAYER = /^[a-zA-Z0-9_-]{1,64}$/
const MAX_LAYERS = 20

/**
 * Returns the perspective for a name, a list of names, or names joined by commas, as `@sanity/client` sends them.
 * Throws a `LakeError` 400.
 */
export function parsePerspective(value: string | readonly string[]): Perspective {
  const names = (typeof value === 'string' ? value.split(',') : [...value]).map((name) =>
    name.trim(),
  )
  const [first = ''] = names
  if (names.length === 1 && (first === 'raw' || first === 'published')) return first
  const layers = names
    .map((name) => (name === 'previewDrafts' ? 'drafts' : name))
    .filter((name) => name !== 'published')
  const valid = layers.every((name) => LAYER.test(name) && name !== 'raw')
  if (!valid || layers.length === 0 || layers.length > MAX_LAYERS) {
    throw new LakeError(
      400,
      'invalidPerspectiveError',
      `Invalid perspective "${names.join(',')}"`.slice(0, 300),
    )
  }
  return layers
}

/** Returns the id under which a perspective shows a stored document, if it shows the document. */
export function visibleId(perspective: Perspective, id: string): string {
  return typeof perspective === 'string' ? id : publishedId(id)
}

/** Returns the document that a perspective shows under an id. */
export function resolve(
  perspective: Perspective,
  id: string,
  stored: Documents,
): SanityDocument | undefined {
  if (perspective === 'raw') return stored.get(id)
  if (perspective === 'published') return isPublished(id) ? stored.get(id) : undefined
  if (perspective === 'public') return isPublic(id) ? stored.get(id) : undefined
  for (const layer of perspective) {
    const found = stored.get(layer === 'drafts' ? `drafts.${id}` : `versions.${layer}.${id}`)
    if (!found) continue
    // A version marked to be unpublished with its release.
    if ((found._system as { delete?: boolean } | undefined)?.delete === true) return undefined
    return { ...found, _id: id, _originalId: found._id }
  }
  const published = stored.get(id)
  return published && { ...published, _originalId: id }
}

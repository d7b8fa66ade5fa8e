import type { SanityDocument } from 'sanity'
import { linkedPath, targetPath } from '../../../app/addresses.ts'
import { publishedId } from '../../links/published-id.ts'
import { newRedirect } from '../redirect-old-url.ts'
import type { Redirect } from './uses.ts'

/** A published page that visitors can get instead of a removed one. */
export interface Replacement {
  id: string
  document: SanityDocument
  path: string
}

/** Returns the published pages that can replace the page with this id. */
export function replacementsFor(id: string, documents: readonly SanityDocument[]): Replacement[] {
  return documents.flatMap((document) => {
    if (document._id === id || document._id !== publishedId(document._id)) return []
    const { _type, key, slug } = document as SanityDocument & { slug?: { current?: string } }
    const path = linkedPath({ _type, key, slug: slug?.current })
    return path ? [{ id: document._id, document, path }] : []
  })
}

/** A page that is removed, with the documents that depend on it. */
export interface Removal {
  /** The path of the page. */
  address: string
  /** All redirects that lead to the page. */
  redirects: readonly SanityDocument[]
  /** All documents of the content. */
  documents: readonly SanityDocument[]
}

/**
 * Returns the mutations of redirects that belong to the removal of a page. With a replacement, the page's path and all
 * redirects lead to it. Without one, redirects to the page are removed. No redirect starts at the replacement's path,
 * so that there is no loop.
 */
export function redirectMutations(
  { address, redirects, documents }: Removal,
  replacement: Replacement | undefined,
) {
  const removed = new Set(redirects.map(({ _id }) => _id))
  if (!replacement) return [...removed].map((id) => ({ delete: { id } }))
  const ends = [address, replacement.path].map(targetPath)
  const replaced = (documents as readonly Redirect[])
    .filter(({ _type, from }) => _type === 'redirect' && from && ends.includes(targetPath(from)))
    .map(({ _id }) => _id)
  const destination = newRedirect('', replacement.id).destination
  return [
    ...replaced.map((id) => ({ delete: { id } })),
    ...[...removed]
      .filter((id) => !replaced.includes(id))
      .map((id) => ({ patch: { id, set: { destination }, unset: ['to'] } })),
    { create: newRedirect(address, replacement.id) },
  ]
}

/** Returns the mutations that delete a document with its draft and its versions in releases. */
export const deletions = (id: string, documents: readonly SanityDocument[]) =>
  documents.filter(({ _id }) => publishedId(_id) === id).map(({ _id }) => ({ delete: { id: _id } }))

import type { SanityClient } from '@sanity/client'
import type { SanityDocument } from 'sanity'
import { publishedId } from '../../links/published-id.ts'
import { refersTo } from './uses.ts'

/** A document that a release can't unpublish, because others refer to it. */
export interface Blocked {
  /** The name of the release. */
  release: string
  title: string | null
  document: SanityDocument
  /** The documents that refer to it after the release. */
  uses: SanityDocument[]
}

const RELEASES = `{
  "releases": *[_type == "system.release" && state in ["active", "scheduled"]]{name, "title": metadata.title},
  "removed": *[_id in path("versions.**") && _system.delete == true],
  "versions": *[_id in path("versions.**")]._id
}`

interface Found {
  releases: { name: string; title: string | null }[]
  removed: SanityDocument[]
  versions: string[]
}

const raw = { perspective: 'raw', useCdn: false } as const

/**
 * Returns the documents that open releases would unpublish although others refer to them. Such a release fails.
 *
 * @param added the id of a version that is about to be unpublished by its release
 */
export async function findBlocked(client: SanityClient, added?: string): Promise<Blocked[]> {
  const { releases, removed, versions } = await client.fetch<Found>(RELEASES, {}, raw)
  const removedIds = new Set([...removed.map(({ _id }) => _id), ...(added ? [added] : [])])
  if (removedIds.size === 0) return []
  const ids = [...removedIds].map(publishedId)
  const [documents, sources] = await Promise.all([
    client.fetch<SanityDocument[]>('*[_id in $ids]', { ids }, raw),
    client.fetch<SanityDocument[]>(
      '*[references($ids) && !(_id in path("drafts.**"))]',
      { ids },
      raw,
    ),
  ])
  const known = new Set(versions)
  return releases.flatMap(({ name, title }) => {
    const versionOf = (id: string) => `versions.${name}.${publishedId(id)}`
    const after = sources.filter(
      ({ _id }) =>
        !removedIds.has(versionOf(_id)) &&
        _id === (known.has(versionOf(_id)) ? versionOf(_id) : publishedId(_id)),
    )
    return documents.flatMap((document) => {
      if (!removedIds.has(versionOf(document._id))) return []
      const uses = after.filter((one) => refersTo(one, document._id))
      return uses.length > 0 ? [{ release: name, title, document, uses }] : []
    })
  })
}

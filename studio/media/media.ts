import type { SanityClient } from '@sanity/client'
import type { SanityDocument } from 'sanity'
import { publishedId } from '../links/published-id.ts'

/** The number of images that are loaded at a time. */
export const pageSize = 48

/** A tag of images, in the form that sanity-plugin-media uses. */
export interface Tag {
  _id: string
  name: string
}

export interface MediaImage {
  _id: string
  url: string
  filename: string | null
  bytes: number
  width: number
  height: number
  /** The ids of its tags. */
  tags: string[] | null
}

export interface MediaFilter {
  search: string
  /** The id of a tag, or an empty string for all images. */
  tag: string
}

const filter = `_type == "sanity.imageAsset" && ($tagId == "" || $tagId in opt.media.tags[]._ref)
  && ($search == "" || originalFilename match $search || title match $search)`

interface Found {
  images: MediaImage[]
  /** The number of all images that the filter selects. */
  count: number
}

/** Returns the newest images that a filter selects. */
export function fetchImages(
  client: SanityClient,
  { search, tag }: MediaFilter,
  end: number,
  signal: AbortSignal,
): Promise<Found> {
  const words = search.trim()
  const query = `{
    "images": *[${filter}] | order(_createdAt desc)[0...${end}]{
      _id, url, "filename": originalFilename, "bytes": size, "tags": opt.media.tags[]._ref,
      "width": metadata.dimensions.width, "height": metadata.dimensions.height
    },
    "count": count(*[${filter}])
  }`
  return client.fetch<Found>(query, { tagId: tag, search: words && `${words}*` }, { signal })
}

/** Returns all tags by name. */
export const fetchTags = (client: SanityClient, signal: AbortSignal): Promise<Tag[]> =>
  client.fetch(
    '*[_type == "media.tag"] | order(name.current)[0...500]{_id, "name": name.current}',
    {},
    { signal },
  )

/** Returns the documents that use an image: the draft of each if there is one. */
export async function fetchUses(client: SanityClient, id: string): Promise<SanityDocument[]> {
  const fields = '{_id, _type, title, name, question, from}'
  const query: string = `*[references($id)] | order(_type, _id)[0...500]${fields}`
  const all = await client.fetch<SanityDocument[]>(query, { id }, { perspective: 'raw' })
  const byId = new Map(all.map((one) => [publishedId(one._id), one]))
  return [...byId].map(([_id, document]) => ({ ...document, _id }))
}

/** Adds a tag to an image, and creates the tag if no tag has this name. */
export async function addTag(
  client: SanityClient,
  image: MediaImage,
  name: string,
  tags: readonly Tag[],
): Promise<void> {
  const known = tags.find((tag) => tag.name === name)
  const _ref = known?._id ?? crypto.randomUUID()
  if (image.tags?.includes(_ref)) return
  const reference = { _key: crypto.randomUUID(), _type: 'reference', _ref, _weak: true }
  const transaction = client.transaction()
  if (!known) {
    transaction.create({ _id: _ref, _type: 'media.tag', name: { _type: 'slug', current: name } })
  }
  await transaction
    .patch(image._id, (patch) =>
      patch
        .setIfMissing({ opt: {} })
        .setIfMissing({ 'opt.media': {} })
        .setIfMissing({ 'opt.media.tags': [] })
        .append('opt.media.tags', [reference]),
    )
    .commit({ visibility: 'sync' })
}

/** Removes a tag from an image. */
export const removeTag = (client: SanityClient, image: MediaImage, { _id }: Tag) =>
  client
    .patch(image._id)
    .unset([`opt.media.tags[_ref == "${_id}"]`])
    .commit({ visibility: 'sync' })

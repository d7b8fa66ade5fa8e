import type { SanityClient } from '@sanity/client'
import { linkedPath, linkTypes, type PageDocument } from 'halvi-site/addresses'
import type { SanityDocument } from 'sanity'
import { publishedId } from '../../links/published-id.ts'

/** A document that refers to another one. */
export interface Use {
  document: SanityDocument
  /** The names of the fields that contain the reference. */
  fields: string[]
}

/** A published page that visitors can get instead of a removed one. */
export interface Replacement {
  document: SanityDocument
  path: string
}

/** The documents that matter before a document is removed. */
export interface Uses {
  /** Documents that refer to it. It can't be removed while there are any. */
  references: Use[]
  /** The ids of redirects to its page, with their drafts and versions. */
  redirects: string[]
  replacements: Replacement[]
  /** The translations of an original. Visitors no longer get them without it. */
  translations: SanityDocument[]
  /** The ids of its published version, its draft, and its versions in releases. */
  own: string[]
}

const QUERY = `{
  "documents": *[references($id)],
  "translations": *[_id in *[_type == "translation.metadata" && $id in translations[].value._ref]
    .translations[].value._ref && defined(language) && _id != $id],
  "pages": *[_type in $types && !defined(language) && !(_id in path("drafts.**")) && !(_id in path("versions.**"))]{
    _id, _type, title, name, slug, key
  },
  "own": *[_id in [$id, $draft] || _id in path($versions)]._id
}`

interface Found {
  documents: SanityDocument[]
  pages: SanityDocument[]
  own: string[]
  translations: SanityDocument[]
}

/** Asks the content API for the uses of a document. A document and its draft count as one. */
export async function findUses(client: SanityClient, id: string): Promise<Uses> {
  const params = { id, types: linkTypes, draft: `drafts.${id}`, versions: `versions.*.${id}` }
  const { documents, pages, own, translations } = await client.fetch<Found>(QUERY, params, {
    perspective: 'raw',
    useCdn: false,
  })
  const references = new Map<string, Use>()
  for (const document of documents) {
    const key = publishedId(document._id)
    if (key === id || document._type === 'redirect') continue
    const names = Object.keys(document).filter((name) => refersTo(document[name], id))
    const fields = [...new Set([...(references.get(key)?.fields ?? []), ...names])]
    if (fields.length > 0) references.set(key, { document, fields })
  }
  const others = pages.filter(({ _id }) => _id !== id)
  return {
    references: [...references.values()],
    redirects: documents.filter(({ _type }) => _type === 'redirect').map(({ _id }) => _id),
    replacements: others.flatMap((document) => {
      const { _type, key, slug } = document as SanityDocument & { slug?: { current?: string } }
      const path = linkedPath({ _type, key, slug: slug?.current } as PageDocument)
      return path ? [{ document, path }] : []
    }),
    own,
    translations,
  }
}

/** Returns whether a value contains a strong reference to a document, at any depth. */
export function refersTo(value: unknown, id: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { _ref, _weak } = value as { _ref?: unknown; _weak?: unknown }
  if (_ref === id && _weak !== true) return true
  return Object.values(value).some((inner) => refersTo(inner, id))
}

import type { SanityClient } from '@sanity/client'
import { isTranslation } from 'halvi-schemas'
import type { SanityDocument, Schema } from 'sanity'
import { publishedId } from '../links/published-id.ts'
import { compare } from './compare.ts'
import { readPast } from './translation.ts'

/**
 * The state of a translation. A `problem` has no original, or is a second one in its language. A `partial` one is
 * published with English texts.
 */
export type TranslationState = 'problem' | 'outdated' | 'partial' | 'missing' | 'ready'

/** An original with its translation into a language, or a translation that its original does not use. */
export interface Row {
  state: TranslationState
  /** The newest version of the original. */
  original?: SanityDocument
  /** The newest version of the translation. */
  translation?: SanityDocument
  /** The time at which the translation was last published. */
  publishedAt?: string
  note?: string
}

/** All versions of the documents of some types, and the lists of their translations. */
export interface Content {
  documents: SanityDocument[]
  lists: {
    original: string | null
    entries: { language: string | null; id: string | null }[] | null
  }[]
}

export const CONTENT_QUERY = `{
  "documents": *[_type in $types]{
    _id, _type, _updatedAt, language, title, name, question, subject, "slug": slug.current
  },
  "lists": *[_type == "translation.metadata"] | order(_id){
    "original": translations[language == "en"][0].value._ref,
    "entries": translations[]{language, "id": value._ref}
  }
}`

/** Returns the versions of each document by its published id: the published one, a draft, and those in releases. */
function versionsOf(documents: readonly SanityDocument[]) {
  const versions = new Map<string, SanityDocument[]>()
  for (const document of documents) {
    const id = publishedId(document._id)
    versions.set(id, [...(versions.get(id) ?? []), document])
  }
  return versions
}

/**
 * Returns the translations into a language that no original uses, and then a row for each original. Compares the times of
 * publication.
 */
export function rowsOf({ documents, lists }: Content, language: string): Row[] {
  const versions = versionsOf(documents)
  const published = (id = '') => versions.get(id)?.find(({ _id }) => _id === id)
  const newest = (id = '') =>
    versions.get(id)?.find(({ _id }) => _id.startsWith('drafts.')) ??
    published(id) ??
    versions.get(id)?.[0]
  /** The translations of each original, in a list for each of its lists. */
  const translationsOf = new Map<string, string[][]>()
  for (const { original, entries } of lists) {
    const ids = (entries ?? []).flatMap(({ language: code, id }) =>
      id && code === language && newest(id)?.language === language ? id : [],
    )
    if (original) translationsOf.set(original, [...(translationsOf.get(original) ?? []), ids])
  }
  const rows = [...versions.keys()].flatMap((id): Row[] => {
    const original = newest(id)
    if (!original || isTranslation(original)) return []
    // The site reads only the first list of an original.
    const translation = newest(translationsOf.get(id)?.[0]?.[0])
    if (!translation) return [{ state: 'missing', original }]
    const publishedAt = published(publishedId(translation._id))?._updatedAt
    const changedAt = published(id)?._updatedAt ?? ''
    const note = !publishedAt
      ? `Not published yet: ${translation._id.startsWith('drafts.') ? 'a draft' : 'in a release'}`
      : translation._id.startsWith('drafts.') && 'Has unpublished changes'
    const state = !publishedAt ? 'missing' : changedAt > publishedAt ? 'outdated' : 'ready'
    return [
      { state, original, translation, ...(publishedAt && { publishedAt }), ...(note && { note }) },
    ]
  })
  const used = new Set(rows.map(({ translation }) => publishedId(translation?._id ?? '')))
  const second = new Set(
    rows.flatMap(({ original, translation }) =>
      translation ? (translationsOf.get(publishedId(original?._id ?? '')) ?? []).flat() : [],
    ),
  )
  const unused = [...versions.keys()].flatMap((id): Row[] => {
    const translation = newest(id)
    if (translation?.language !== language || used.has(id)) return []
    const note = second.has(id)
      ? 'Its original has another translation in this language. Keep one, and delete the other.'
      : 'Its list of translations lacks the original. If the original is under “Missing”, select “Create” there. ' +
        'Otherwise restore the original, or delete this translation.'
    return [{ state: 'problem', translation, note }]
  })
  return [...unused, ...rows]
}

/**
 * Returns the rows with the number of texts that are still in English. A row is `ready` instead of `outdated` if only
 * facts of the original have changed since the translation was published, such as a commission or a date. It stays
 * outdated if the history lacks the earlier revision.
 */
export async function withTexts(
  client: SanityClient,
  schema: Schema,
  rows: readonly Row[],
): Promise<Row[]> {
  const idOf = ({ translation, publishedAt }: Row) =>
    publishedAt ? publishedId(translation?._id ?? '') : (translation?._id ?? '')
  const ids = rows.flatMap((row) =>
    row.original && row.translation ? [publishedId(row.original._id), idOf(row)] : [],
  )
  const documents = await client.fetch<SanityDocument[]>(
    '*[_id in $ids]',
    { ids },
    { perspective: 'raw' },
  )
  const byId = new Map(documents.map((document) => [document._id, document]))
  return Promise.all(
    rows.map(async (row) => {
      const { state, publishedAt, note } = row
      const original = byId.get(publishedId(row.original?._id ?? ''))
      const translation = byId.get(idOf(row))
      if (!original || !translation) return row
      const isOutdated = state === 'outdated' && publishedAt !== undefined
      const before = isOutdated ? await readPast(client, original._id, publishedAt) : undefined
      const type = schema.get(original._type)
      const { total, english, changed, pictures } = compare(type, original, translation, before)
      const isSame = before && changed.length + pictures.length === 0
      const settled = isSame ? 'ready' : state
      if (english.length === 0) return { ...row, state: settled }
      const count = `${english.length} of ${total} texts are in English`
      return {
        ...row,
        state: settled === 'ready' ? 'partial' : settled,
        note: note ? `${note} · ${count}` : count,
      }
    }),
  )
}

import type { SanityClient } from '@sanity/client'
import type { SanityDocument, Schema } from 'sanity'
import { publishedId } from '../links/published-id.ts'
import { readPast, textsOf, translatedParts } from './translation.ts'

type TranslationState = 'missing' | 'outdated' | 'ready'

/** An original with its translation to a language, or a translation without an original. */
export interface Row {
  /** The document that the row opens if there is a translation. Otherwise, the original. */
  document: SanityDocument
  original?: SanityDocument
  translation?: SanityDocument
  state: TranslationState
  /** The time at which the translation was last published. */
  publishedAt?: string
  note?: string
}

/** The documents of the site without versions in releases, and the lists of translations. */
export interface Content {
  originals: SanityDocument[]
  translations: SanityDocument[]
  metadata: { entries: { language: string | null; id: string | null }[] | null }[]
}

const fields =
  '_id, _type, _updatedAt, language, title, name, question, subject, "slug": slug.current'

/** Selects all originals, the translations to a language, and their relations. */
export const CONTENT_QUERY = `{
  "originals": *[_type in $types && !defined(language) && !(_id in path("versions.**"))]{${fields}},
  "translations": *[_type in $types && language == $language && !(_id in path("versions.**"))]{${fields}},
  "metadata": *[_type == "translation.metadata"]{"entries": translations[]{language, "id": value._ref}}
}`

const isDraft = ({ _id }: SanityDocument) => _id.startsWith('drafts.')

/** Returns the documents by their published ids, each with its draft. */
function byId(documents: readonly SanityDocument[]) {
  const groups = new Map<string, { published?: SanityDocument; draft?: SanityDocument }>()
  for (const document of documents) {
    const id = publishedId(document._id)
    const part = isDraft(document) ? { draft: document } : { published: document }
    groups.set(id, { ...groups.get(id), ...part })
  }
  return groups
}

/** Returns the state of the translations to a language, by the times at which documents were published. */
export function rowsOf({ originals, translations, metadata }: Content, language: string): Row[] {
  const all = byId(translations)
  const linked = new Set<string>()
  const rows = [...byId(originals)].flatMap(([id, { published, draft }]): Row[] => {
    const original = draft ?? published
    if (!original) return []
    const ids = metadata
      .flatMap(({ entries }) => (entries?.some((one) => one.id === id) ? entries : []))
      .flatMap((one) => (one.language === language && one.id && all.has(one.id) ? [one.id] : []))
    for (const one of ids) linked.add(one)
    const translation = all.get(ids[0] ?? '')
    const document = translation?.draft ?? translation?.published
    if (!document) return [{ document: original, original, state: 'missing' }]
    const publishedAt = translation?.published?._updatedAt ?? ''
    const isOutdated = (published?._updatedAt ?? '') > publishedAt
    const state = publishedAt ? (isOutdated ? 'outdated' : 'ready') : 'missing'
    const notes = [
      ...(new Set(ids).size > 1 ? ['Has several translations to this language. Delete one.'] : []),
      ...(translation?.draft ? [publishedAt ? 'Unpublished changes' : 'Draft'] : []),
      ...(published ? [] : ['The original isn’t published.']),
    ]
    return [
      { document, original, translation: document, state, publishedAt, note: notes.join(' ') },
    ]
  })
  const orphans = [...all].flatMap(([id, { published, draft }]): Row[] => {
    const document = draft ?? published
    if (!document || linked.has(id)) return []
    const note = 'Its original was deleted. Restore the original, or delete this translation.'
    return [{ document, translation: document, state: 'outdated', note }]
  })
  return [...orphans, ...rows]
}

/**
 * Returns the rows with `ready` instead of `outdated` if only facts of the original have changed, such as a commission
 * or a date. A row stays outdated if the history lacks the earlier revision.
 */
export async function withoutSameTexts(
  client: SanityClient,
  schema: Schema,
  rows: readonly Row[],
): Promise<Row[]> {
  const times = new Map<string, string[]>()
  for (const { state, original, publishedAt } of rows) {
    if (state !== 'outdated' || !original || !publishedAt) continue
    times.set(publishedAt, [...(times.get(publishedAt) ?? []), publishedId(original._id)])
  }
  const ids = [...times.values()].flat()
  if (ids.length === 0) return [...rows]
  const past = await Promise.all([...times].map(([time, some]) => readPast(client, some, time)))
  const now = await client.fetch<SanityDocument[]>(
    '*[_id in $ids]',
    { ids },
    { perspective: 'raw' },
  )
  const same = new Set(
    past.flat().flatMap((then) => {
      const current = now.find(({ _id }) => _id === then._id)
      const texts = [then, current].map((one) =>
        textsOf(translatedParts(one, schema.get(then._type))),
      )
      return JSON.stringify(texts[0]) === JSON.stringify(texts[1]) ? [then._id] : []
    }),
  )
  return rows.map((row) =>
    row.original && row.state === 'outdated' && same.has(publishedId(row.original._id))
      ? { ...row, state: 'ready' }
      : row,
  )
}

import { isDeepStrictEqual } from 'node:util'
import type { Change } from 'local-content-lake'

/** An entry of a list of translations: a document in a language. The original has the language `en`. */
interface Entry {
  language?: string
  value?: { _ref?: string }
}

/**
 * Returns whether a change only adds translations to the list of an original, or creates that list, as the Studio does
 * when it creates one. Authors can't change which published documents visitors get: an added document must be a draft in
 * the language of its entry, and the only one in that language. Its reference is weak, so that it keeps nobody from
 * deleting the document. A list has no other fields than the Studio writes, and an id that belongs to its original.
 */
export function addsTranslation({ before, after, get, onlyWhere }: Change): boolean {
  if (after?._type !== 'translation.metadata') return false
  const { translations: old = [], ...contentBefore } = withoutRevision(before)
  const { translations: now = [], ...content } = withoutRevision(after)
  const isIn = (list: Entry[], entry: Entry) => list.some((one) => isDeepStrictEqual(one, entry))
  const original = now.find(({ language }) => language === 'en')?.value?._ref ?? ''
  const document = get(original) ?? get(`drafts.${original}`)
  const isNewTranslation = ({ language, value }: Entry) => {
    const draft = get(`drafts.${value?._ref}`)
    const isOfAuthor = !onlyWhere || onlyWhere.some((limit) => limit.value === language)
    return draft?.language === language && !get(value?._ref ?? '') && isOfAuthor
  }
  const isOriginal = ({ language }: Entry) =>
    language === 'en' && after._id === `translations-${original}` && !document?.language
  const complete = ({ language, value }: Entry) => {
    const reference = { _type: 'reference', _ref: value?._ref, _weak: true }
    const _type = 'internationalizedArrayReferenceValue'
    return { _key: language, _type, language, value: reference }
  }
  const newList = {
    ...{ _id: `translations-${original}`, _type: after._type, _createdAt: after._createdAt },
    schemaTypes: [document?._type],
  }
  return (
    document !== undefined &&
    isDeepStrictEqual(content, before ? contentBefore : newList) &&
    new Set(now.map(({ language }) => language)).size === now.length &&
    old.every((entry) => isIn(now, entry)) &&
    now
      .filter((entry) => !isIn(old, entry))
      .every(
        (entry) =>
          isDeepStrictEqual(entry, complete(entry)) &&
          (isOriginal(entry) || (entry.language !== 'en' && isNewTranslation(entry))),
      )
  )
}

/**
 * Returns whether a draft is one that an author may write: not a list of translations, of the type that its document
 * has already, and under the id of a translation only if it is one. Otherwise nobody could create that translation.
 */
export function isAuthorsDraft({ before, after, get }: Change): boolean {
  if (!after) return true
  const { _id, _type: type, language } = after
  const id = _id.slice('drafts.'.length)
  const known = get(id) ?? before
  if (type === 'translation.metadata' || id.startsWith('translations-')) return false
  if (known) return known._type === type
  return [...id.matchAll(/-(?=[a-z]{2,3}(?:-|$))/gi)].every(({ index }) => {
    const original = get(id.slice(0, index)) ?? get(`drafts.${id.slice(0, index)}`)
    return !original || (original._type === type && language === id.slice(index + 1))
  })
}

/** Returns a document without the fields that each change sets. */
function withoutRevision(
  document: { translations?: Entry[]; _rev?: unknown; _updatedAt?: unknown } = {},
) {
  const { _rev, _updatedAt, ...content } = document
  return content
}

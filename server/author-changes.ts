import { isDeepStrictEqual } from 'node:util'
import type { Change } from 'local-content-lake'

/** An entry of a list of translations: a document in a language. The original has the language `en`. */
interface Entry {
  language?: string
  value?: { _ref?: string; _weak?: boolean }
}

interface Translations {
  translations?: Entry[]
  _type?: string
}

/**
 * Returns whether a change only adds translations to the list of an original, as the Studio does when it creates one.
 * Authors can't change which published documents visitors get: an added document must be a draft in the language of its
 * entry, and the only one in that language. An entry can be removed when its document is gone.
 */
export function addsTranslation({ before, after, get, onlyWhere }: Change): boolean {
  if (after?._type !== 'translation.metadata') return false
  if (before && !isDeepStrictEqual(contentOf(before), contentOf(after))) return false
  const [old, now] = [entriesOf(before), entriesOf(after)]
  const draftOf = (one: Entry) => get(`drafts.${one.value?._ref}`)
  const publishedOf = (one: Entry) => get(one.value?._ref ?? '')
  const isKept = (entry: Entry) => now.some((one) => isDeepStrictEqual(one, entry))
  const isNew = (entry: Entry) => !old.some((one) => isDeepStrictEqual(one, entry))
  const isTranslation = (entry: Entry) =>
    draftOf(entry)?.language === entry.language &&
    !publishedOf(entry) &&
    (!onlyWhere || onlyWhere.some(({ value }) => value === entry.language))
  const isOriginal = (entry: Entry) => {
    const document = publishedOf(entry) ?? draftOf(entry)
    const isNewList = !before && after._id === `translations-${entry.value?._ref}`
    return isNewList && entry.language === 'en' && document !== undefined && !document.language
  }
  return (
    new Set(now.map(({ language }) => language)).size === now.length &&
    old.every((entry) => isKept(entry) || !(publishedOf(entry) ?? draftOf(entry))) &&
    now.filter(isNew).every((one) => one.value?._weak && (isTranslation(one) || isOriginal(one)))
  )
}

const entriesOf = (document: object | undefined): Entry[] =>
  (document as Translations | undefined)?.translations ?? []

/** Returns the fields of a list besides its entries. */
function contentOf(document: Translations & { _rev?: unknown; _updatedAt?: unknown }) {
  const { translations, _rev, _updatedAt, ...content } = document
  return content
}

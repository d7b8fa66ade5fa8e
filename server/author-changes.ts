import { isDeepStrictEqual } from 'node:util'
import type { Change } from 'local-content-lake'

/** An entry of a list of translations: a document in a language. The original has the language `en`. */
interface Entry {
  language?: string
  value?: { _ref?: string; _weak?: boolean }
}

/**
 * Returns whether a change only adds translations to the list of an original, as the Studio does when it creates one.
 * Authors can't change which published documents visitors get: an added document must be a draft in the language of its
 * entry, and the only one in that language.
 */
export function addsTranslation({ before, after, get, onlyWhere }: Change): boolean {
  if (after?._type !== 'translation.metadata') return false
  const { translations: old = [], ...contentBefore } = withoutRevision(before)
  const { translations: now = [], ...content } = withoutRevision(after)
  const isIn = (list: Entry[], entry: Entry) => list.some((one) => isDeepStrictEqual(one, entry))
  const isNewTranslation = ({ language, value }: Entry) =>
    language !== undefined &&
    get(`drafts.${value?._ref}`)?.language === language &&
    !get(value?._ref ?? '') &&
    (!onlyWhere || onlyWhere.some((limit) => limit.value === language))
  const isOriginal = ({ language, value }: Entry) => {
    const document = get(value?._ref ?? '') ?? get(`drafts.${value?._ref}`)
    const isNewList = !before && after._id === `translations-${value?._ref}`
    return isNewList && language === 'en' && document !== undefined && !document.language
  }
  return (
    (!before || isDeepStrictEqual(contentBefore, content)) &&
    new Set(now.map(({ language }) => language)).size === now.length &&
    old.every((entry) => isIn(now, entry)) &&
    now
      .filter((entry) => !isIn(old, entry))
      .every((entry) => entry.value?._weak && (isNewTranslation(entry) || isOriginal(entry)))
  )
}

/** Returns a document without the fields that each change sets. */
function withoutRevision(
  document: { translations?: Entry[]; _rev?: unknown; _updatedAt?: unknown } = {},
) {
  const { _rev, _updatedAt, ...content } = document
  return content
}

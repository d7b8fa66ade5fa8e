import { getValueAtPath, type Path, type SchemaType } from 'sanity'
import { picturesIn, textsIn } from './texts.ts'

/** The remaining work in a translation. Paths are those of the translation. */
export interface Remaining {
  /** The number of texts of the translation. */
  total: number
  /** Texts that are the same as in English. */
  english: Path[]
  /** Texts that have changed in English. */
  changed: Path[]
  /** Alternative texts that were written for another picture. */
  pictures: Path[]
}

/**
 * Returns whether a text that is the same in both languages is English, and not a name: it has two words, of which one
 * is lowercase, or four.
 */
const isEnglish = (text: string) => {
  const words = text.match(/\p{L}[\p{L}\p{M}’']*/gu) ?? []
  return words.length > 3 || (words.length > 1 && words.some((word) => /^\p{Ll}/u.test(word)))
}

/**
 * Compares the texts of a translation with those of its original.
 *
 * @param before the original when the translation was last published, if it is known
 */
export function compare(
  type: SchemaType | undefined,
  original: object,
  translation: object,
  before?: object,
): Remaining {
  const english = byField(original, type)
  const texts = textsIn(translation, type)
  const changed = before
    ? changedFields(english, byField(before, type)).map((path) => nearest(translation, path))
    : []
  return {
    total: texts.length,
    english: texts
      .filter(({ field, text }) => isEnglish(text) && english.get(field)?.texts.includes(text))
      .map(({ path }) => path),
    changed,
    pictures: before ? changedPictures(original, before, translation) : [],
  }
}

/**
 * Returns the paths of alternative texts whose picture has changed since an earlier revision, and that have not changed
 * themselves.
 *
 * @param own the document that has the texts. Its own pictures do not count as changed
 */
export function changedPictures(now: object, before: object, own?: object): Path[] {
  const earlier = new Map(picturesIn(before).map(([key, , asset]) => [key, asset]))
  const owned = new Set(picturesIn(own).map(([key]) => key))
  return picturesIn(now).flatMap(([key, path, asset]) => {
    const alt = [...path, 'alt']
    const isReplaced = earlier.has(key) && earlier.get(key) !== asset && !owned.has(key)
    const isSame = getValueAtPath(now, alt) === getValueAtPath(before, alt)
    return isReplaced && (own || isSame) && getValueAtPath(own ?? now, alt) ? [alt] : []
  })
}

type Fields = Map<string, { path: Path; texts: string[] }>

/** Returns the texts of a document by their field. */
function byField(document: object, type: SchemaType | undefined): Fields {
  const fields: Fields = new Map()
  for (const { path, field, text } of textsIn(document, type)) {
    const known = fields.get(field)
    if (known) known.texts.push(text)
    else fields.set(field, { path, texts: [text] })
  }
  return fields
}

const changedFields = (now: Fields, before: Fields): Path[] =>
  [...new Set([...now.keys(), ...before.keys()])]
    .filter((field) => now.get(field)?.texts.join('\n') !== before.get(field)?.texts.join('\n'))
    .map((field) => (now.get(field) ?? before.get(field))?.path ?? [])

/** Returns the longest part of a path that a document has. */
function nearest(document: object, path: Path): Path {
  if (path.length === 0 || getValueAtPath(document, path) !== undefined) return path
  return nearest(document, path.slice(0, -1))
}

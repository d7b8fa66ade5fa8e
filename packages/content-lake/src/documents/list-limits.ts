import { mutationError } from '../errors/errors.ts'
import type { SanityDocument } from './document.ts'
import { isSystem } from './ids.ts'

/** Maximum numbers of items by the name of the list's attribute. `*` applies to all other lists. */
export type ListLimits = Readonly<Record<string, number>>

/**
 * Throws a `LakeError` 400 if a list of a document has more items than its limit. A document that is over a limit
 * already can be written as long as the list does not grow.
 *
 * @param before the former state of the document, or the document that it is a draft or version of
 */
export function checkListLimits(
  document: SanityDocument,
  before: SanityDocument | undefined,
  limits: ListLimits,
): void {
  if (isSystem(document._id)) return
  for (const [name, length] of longestLists(document)) {
    const limit = (Object.hasOwn(limits, name) ? limits[name] : limits['*']) ?? length
    if (length <= limit || length <= (longestLists(before).get(name) ?? 0)) continue
    throw mutationError(`The list "${name}" can have ${limit} items, not ${length}. Remove some`)
  }
}

/**
 * Throws a `LakeError` 400 if a document is larger than a number of bytes as JSON. A document that is too large already
 * can be written as long as it does not grow.
 */
export function checkSize(
  document: SanityDocument,
  before: SanityDocument | undefined,
  maxBytes: number,
): void {
  const size = sizeOf(document)
  if (size <= maxBytes || size <= sizeOf(before)) return
  const sizes = `${Math.ceil(size / 1000)} kB, and can have ${Math.floor(maxBytes / 1000)} kB`
  throw mutationError(`Document "${document._id}" has ${sizes}. Shorten it, or divide it`)
}

/**
 * Maximum numbers of parts of a document by its type. `*` applies to all other types. They bound the time in which a
 * page is made of its documents.
 */
export type PartLimits = Readonly<Record<string, number>>

/** Throws a `LakeError` 400 if a document has more parts than its limit, and than before. See `partsOf`. */
export function checkParts(
  document: SanityDocument,
  before: SanityDocument | undefined,
  limits: PartLimits,
): void {
  if (isSystem(document._id)) return
  const { _type: type, _id: id } = document
  const limit = Object.hasOwn(limits, type) ? limits[type] : limits['*']
  const parts = partsOf(document)
  if (limit === undefined || parts <= limit || parts <= partsOf(before)) return
  const counted = 'Objects, marks, references, and text count'
  throw mutationError(
    `Document "${id}" is too long: it has ${parts} parts, and can have ${limit}. ${counted}. Divide it`,
  )
}

/** Characters of text that count as a part. */
const PART_CHARACTERS = 20
/** A reference in a list counts as this many parts, because a page shows the whole other document. */
const LISTED_PARTS = 40
/** Another reference counts as this many parts: a page shows the picture, or a value of the other document. */
const REFERENCE_PARTS = 5

/** Returns the number of objects, of items of lists, of line breaks, and of pieces of text, with more for references. */
function partsOf(value: unknown, isListed = false): number {
  if (typeof value === 'string') {
    const breaks = value.split('\n').length - 1
    return breaks + Math.floor(value.length / PART_CHARACTERS)
  }
  if (typeof value !== 'object' || value === null) return 0
  const isList = Array.isArray(value)
  const inner = Object.values(value).map((item) => partsOf(item, isList))
  const plain = isList ? value.filter((item) => typeof item !== 'object').length : 1
  const own = '_ref' in value ? (isListed ? LISTED_PARTS : REFERENCE_PARTS) : plain
  return inner.reduce((sum, parts) => sum + parts, own)
}

const sizeOf = (document: SanityDocument | undefined) =>
  Buffer.byteLength(JSON.stringify(document ?? null))

/**
 * Throws a `LakeError` 400 if a text of a document has more than `limit` characters. As in `checkListLimits`, a longer
 * text stays possible if it does not grow.
 */
export function checkTextLimit(
  document: SanityDocument,
  before: SanityDocument | undefined,
  limit: number,
): void {
  const length = isSystem(document._id) ? 0 : longestText(document)
  if (length <= limit || length <= longestText(before)) return
  throw mutationError(`A text can have ${limit} characters, not ${length}. Shorten it`)
}

function longestText(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((most, part) => Math.max(most, longestText(part)), 0)
}

/** Returns the length of the longest list of each name in a value. */
function longestLists(value: unknown): Map<string, number> {
  const longest = new Map<string, number>()
  const visit = (part: unknown, name: string) => {
    if (typeof part !== 'object' || part === null) return
    if (Array.isArray(part)) longest.set(name, Math.max(part.length, longest.get(name) ?? 0))
    for (const [key, inner] of Object.entries(part)) visit(inner, Array.isArray(part) ? name : key)
  }
  visit(value, '')
  return longest
}

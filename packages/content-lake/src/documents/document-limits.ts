import { mutationError } from '../errors/errors.ts'
import type { SanityDocument } from './document.ts'
import { isSystem } from './ids.ts'

/** Limits on a document. Without one, any size is accepted that a request can have. */
export interface DocumentLimits {
  /** Maximum numbers of items by the name of the list's attribute. `*` applies to all other lists. */
  listLimits?: Readonly<Record<string, number>> | undefined
  /**
   * Maximum numbers of parts by the document's type: objects, marks, references, and text count. `*` applies to all
   * other types. They bound the time in which a page is made of its documents.
   */
  partLimits?: Readonly<Record<string, number>> | undefined
  /** Maximum number of bytes as JSON. */
  maxDocumentBytes?: number | undefined
  /** Maximum number of characters of a text. */
  maxTextLength?: number | undefined
}

/**
 * Throws a `LakeError` 400 if a document is over a limit. A document that is over a limit already can be written as
 * long as it does not grow.
 *
 * @param before the former state of the document, or the document that it is a draft or version of
 */
export function checkLimits(
  document: SanityDocument,
  before: SanityDocument | undefined,
  { listLimits = {}, partLimits = {}, maxDocumentBytes, maxTextLength }: DocumentLimits,
): void {
  const { _id: id, _type: type } = document
  const check = (
    limit: number | undefined,
    measure: (value: unknown) => number,
    message: (size: number, limit: number) => string,
  ) => {
    if (limit === undefined) return
    const size = measure(document)
    if (size > limit && size > measure(before)) throw mutationError(message(size, limit))
  }
  check(maxDocumentBytes, bytesOf, (bytes, limit) => {
    const sizes = `${Math.ceil(bytes / 1000)} kB, and can have ${Math.floor(limit / 1000)} kB`
    return `Document "${id}" has ${sizes}. Shorten it, or divide it`
  })
  if (isSystem(id)) return
  for (const [name, length] of longestLists(document)) {
    const limit = limitOf(listLimits, name) ?? length
    if (length <= limit || length <= (longestLists(before).get(name) ?? 0)) continue
    throw mutationError(`The list "${name}" can have ${limit} items, not ${length}. Remove some`)
  }
  check(limitOf(partLimits, type), partsOf, (parts, limit) => {
    const counted = 'Objects, marks, references, and text count'
    return `Document "${id}" is too long: it has ${parts} parts, and can have ${limit}. ${counted}. Divide it`
  })
  check(
    maxTextLength,
    longestText,
    (length, limit) => `A text can have ${limit} characters, not ${length}. Shorten it`,
  )
}

const limitOf = (limits: Readonly<Record<string, number>>, name: string) =>
  Object.hasOwn(limits, name) ? limits[name] : limits['*']

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value ?? null))

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

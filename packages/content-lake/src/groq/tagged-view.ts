import { randomUUID } from 'node:crypto'
import type { SanityDocument } from '../documents/document.ts'
import type { View } from '../documents/view.ts'

type Segment = string | number | { _key: string }

const ESCAPES: Record<string, string> = {
  ...{ '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t', "'": "\\'", '\\': '\\\\' },
}

/** Returns a path in the format of content source maps: `$['body'][?(@._key=='a')]['text']`, `$['tags'][0]`. */
export function jsonPath(path: readonly Segment[]): string {
  const escaped = (name: string) => name.replace(/[\f\n\r\t'\\]/g, (sign) => ESCAPES[sign] ?? sign)
  const steps = path.map((segment) => {
    if (typeof segment === 'number') return `[${segment}]`
    if (typeof segment === 'string') return `['${escaped(segment)}']`
    return `[?(@._key=='${escaped(segment._key)}')]`
  })
  return `$${steps.join('')}`
}

/** A view whose documents are shown to a query as they are, or with tagged strings. */
export interface Source {
  view: View
  show(documents: readonly SanityDocument[]): readonly SanityDocument[]
}

export interface Origin {
  /** The stored document's id. For a draft, the draft's id. */
  id: string
  type: string
  /** JSONPath, with `[?(@._key=='…')]` for items with a key. */
  path: string
}

/** Separates a string from its tag. It is random, so no content contains it. */
export const SEPARATOR = `\uE000${randomUUID()}\uE000`

const tagged = new WeakMap<SanityDocument, SanityDocument>()

/**
 * Returns a source in which each string is followed by `SEPARATOR` and its origin, except in attributes that start with
 * `_`.
 */
export function taggedView(view: View): Source {
  return { view, show: (documents) => documents.map(tag) }
}

/**
 * Splits a tagged string into its text and origin. Returns undefined for a string without a tag, or a concatenation
 * of tagged strings.
 */
export function originOf(text: string): { text: string; origin: Origin } | undefined {
  const [before, after, ...more] = text.split(SEPARATOR)
  if (before === undefined || after === undefined || more.length > 0) return undefined
  try {
    const [id, type, path] = JSON.parse(after)
    return { text: before, origin: { id, type, path } }
  } catch {
    // Another string was appended to the tag.
    return undefined
  }
}

/** Returns a tagged copy of a document. Documents never change, so the copy is cached. */
function tag(document: SanityDocument): SanityDocument {
  const known = tagged.get(document)
  if (known) return known
  const { _id, _type, _originalId } = document
  const id = typeof _originalId === 'string' ? _originalId : _id
  const walk = (value: unknown, path: readonly Segment[]): unknown => {
    if (typeof value === 'string') {
      return value + SEPARATOR + JSON.stringify([id, _type, jsonPath(path)])
    }
    if (Array.isArray(value)) {
      return value.map((item, index) => walk(item, [...path, keyOf(item) ?? index]))
    }
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, child]) => [
        name,
        name.startsWith('_') ? child : walk(child, [...path, name]),
      ]),
    )
  }
  const result = walk(document, []) as SanityDocument
  tagged.set(document, result)
  return result
}

function keyOf(item: unknown): { _key: string } | undefined {
  const key = (item as { _key?: unknown } | null)?._key
  return typeof key === 'string' ? { _key: key } : undefined
}

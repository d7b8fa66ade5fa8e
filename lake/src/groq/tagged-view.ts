import { randomUUID } from 'node:crypto'
import type { SanityDocument } from '../documents/document.ts'
import type { View } from '../documents/view.ts'
import { jsonPath, type Segment } from './json-path.ts'

/** What a query reads documents from. */
export type Source = Pick<View, 'documents' | 'withIds' | 'withTypes'> & {
  byId: { get(id: string): SanityDocument | undefined }
}

/** Where a text of a result has been stored. */
export interface Origin {
  /** The stored document's id, that of a draft included. */
  id: string
  type: string
  /** JSONPath, with `[?(@._key=='…')]` for items that have keys. */
  path: string
}

/** Parts a text from the tag behind it. Nobody can guess it, so no content holds it. */
export const SEPARATOR = `\uE000${randomUUID()}\uE000`

const tagged = new WeakMap<SanityDocument, SanityDocument>()

/**
 * A view whose documents tell of each text where it comes from: behind the text stand `SEPARATOR`
 * and its origin as JSON. Attributes that begin with an underscore stay as they are.
 */
export function taggedView(view: View): Source {
  return {
    get documents() {
      return view.documents.map(tag)
    },
    withIds: (ids) => view.withIds(ids).map(tag),
    withTypes: (types) => view.withTypes(types).map(tag),
    byId: {
      get(id) {
        const found = view.byId.get(id)
        return found && tag(found)
      },
    },
  }
}

/** Takes a tag off: the text, and its origin. Undefined for what has no tag, or has been put together. */
export function originOf(text: string): { text: string; origin: Origin } | undefined {
  const [before, after, ...more] = text.split(SEPARATOR)
  if (before === undefined || after === undefined || more.length > 0) return undefined
  try {
    const [id, type, path] = JSON.parse(after)
    return { text: before, origin: { id, type, path } }
  } catch {
    // Something was put behind it.
    return undefined
  }
}

/** Documents are never changed, so a tagged one is made once. */
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

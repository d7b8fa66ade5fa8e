import { jsonPath, originOf } from './tagged-view.ts'

/**
 * The origins of the strings in a result: https://www.sanity.io/docs/content-source-maps. Numbers and booleans are
 * not mapped.
 */
export interface ContentSourceMap {
  documents: { _id: string; _type: string }[]
  paths: string[]
  /** By the JSONPath of a string in the result, with array indexes. */
  mappings: Record<
    string,
    { type: 'value'; source: { type: 'documentValue'; document: number; path: number } }
  >
}

/** Returns the source map for a tagged result. Maps only strings that the plain `result` has at the same path. */
export function sourceMapOf(result: unknown, tagged: unknown): ContentSourceMap {
  const documents = new Numbered<{ _id: string; _type: string }>()
  const paths = new Numbered<string>()
  const mappings: ContentSourceMap['mappings'] = {}
  const visit = (plain: unknown, value: unknown, path: (string | number)[]): void => {
    if (typeof value === 'string') {
      const found = originOf(value)
      if (found?.text !== plain || !found) return
      const { id, type, path: stored } = found.origin
      const source = {
        type: 'documentValue' as const,
        document: documents.numberOf(id, { _id: id, _type: type }),
        path: paths.numberOf(stored, stored),
      }
      mappings[jsonPath(path)] = { type: 'value', source }
    } else if (Array.isArray(value)) {
      if (!Array.isArray(plain)) return
      for (const [index, item] of value.entries()) visit(plain[index], item, [...path, index])
    } else if (isObject(value) && isObject(plain)) {
      for (const [name, child] of Object.entries(value)) visit(plain[name], child, [...path, name])
    }
  }
  visit(result, tagged, [])
  return { documents: documents.items, paths: paths.items, mappings }
}

class Numbered<T> {
  readonly items: T[] = []
  readonly #numbers = new Map<string, number>()

  numberOf(key: string, value: T): number {
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.items.length)
    return this.items.push(value) - 1
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

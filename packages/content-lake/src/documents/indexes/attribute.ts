import type { SanityDocument } from '../document.ts'

/** The names of an attribute and those around it, outermost first: `['slug', 'current']`. */
export type Path = readonly string[]

export type Scalar = string | number | boolean

/** Returns an attribute's value, or undefined. */
export function attributeAt(document: SanityDocument, path: Path): unknown {
  let value: unknown = document
  for (const name of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    if (!Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

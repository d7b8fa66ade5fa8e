import { mutationError } from '../errors/errors.ts'

/** Maximum nesting of a value: more than real content has, and far from a stack overflow. */
const MAX_DEPTH = 64

// The first three reach prototypes. groq-js calls or compares `hasOwnProperty` and `constructor` on
// stored objects.
const REJECTED_KEYS = new Set(['__proto__', 'prototype', 'constructor', 'hasOwnProperty'])

/** Returns whether a value is a JSON object, neither an array nor null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Throws a `LakeError` 400 when a JSON value is nested too deeply or has a key that would harm the process. */
export function checkValue(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH) throw mutationError(`Nested more than ${MAX_DEPTH} levels deep`)
  if (Array.isArray(value)) {
    for (const item of value) checkValue(item, depth + 1)
    return
  }
  for (const [key, inner] of Object.entries(value)) {
    checkKey(key)
    checkValue(inner, depth + 1)
  }
}

/** Throws a `LakeError` 400 for an attribute name that would harm the process. */
export function checkKey(key: string): void {
  if (REJECTED_KEYS.has(key)) {
    throw mutationError(`The attribute name ${JSON.stringify(key)} is not allowed`)
  }
}

/** Calls `visit` for every object in a JSON value with its path, such as `hero.images[2]`, outer objects first. */
export function walk(
  value: unknown,
  visit: (object: Record<string, unknown>, path: string) => void,
  path = '',
): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      if (typeof item === 'object') walk(item, visit, `${path}[${index}]`)
  } else if (isRecord(value)) {
    visit(value, path)
    // Most attributes are not nested. Paths and lists of them would take most of the time of a start.
    for (const key in value) {
      const item = value[key]
      if (typeof item === 'object') walk(item, visit, path ? `${path}.${key}` : key)
    }
  }
}

/** Types of references to documents of other datasets and media libraries. */
const FOREIGN_TYPES: unknown[] = ['globalDocumentReference', 'crossDatasetReference']

/** Returns the ids of a value's strong references within its dataset, each with the path of its first occurrence. */
export function strongReferences(value: unknown): Map<string, string> {
  const found = new Map<string, string>()
  walk(value, ({ _ref, _type, _weak, _dataset, _projectId }, path) => {
    if (typeof _ref !== 'string' || _weak === true || _dataset || _projectId) return
    // A global id names its resource before a colon, such as `media-library:<id>:<document>`.
    if (FOREIGN_TYPES.includes(_type) || _ref.includes(':')) return
    if (!found.has(_ref)) found.set(_ref, path)
  })
  return found
}

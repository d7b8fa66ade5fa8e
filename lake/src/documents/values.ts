import { mutationError } from '../errors/errors.ts'

/** Deepest nesting of an accepted value: far beyond real content, far from the stack's end. */
const MAX_DEPTH = 64

// The first two reach prototypes; groq-js and the mutator call or compare the others on stored objects.
const REJECTED_KEYS = new Set(['__proto__', 'prototype', 'constructor', 'hasOwnProperty'])

/** Returns whether a value is a JSON object: no array, not null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Throws a `LakeError` 400 when a JSON value is nested too deeply or has keys that would harm the process. */
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

/** Calls `visit` for every object in a JSON value with its path, such as `hero.images[2]`, outermost first. */
export function walk(
  value: unknown,
  visit: (object: Record<string, unknown>, path: string) => void,
  path = '',
): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(item, visit, `${path}[${index}]`)
  } else if (isRecord(value)) {
    visit(value, path)
    for (const [key, item] of Object.entries(value))
      walk(item, visit, path ? `${path}.${key}` : key)
  }
}

/** Returns the ids of a value's strong references within its dataset, each with the path of the first. */
export function strongReferences(value: unknown): Map<string, string> {
  const found = new Map<string, string>()
  walk(value, ({ _ref, _weak, _dataset, _projectId }, path) => {
    if (typeof _ref !== 'string' || _weak === true || _dataset || _projectId) return
    if (!found.has(_ref)) found.set(_ref, path)
  })
  return found
}

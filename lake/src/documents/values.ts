import { LakeError } from '../errors/errors.ts'

/** Deepest nesting of a value that is taken in: far beyond real content, far from the stack's end. */
const MAX_DEPTH = 64

// The first two reach prototypes; groq-js and the mutator call or compare the others on stored objects.
const REFUSED_KEYS = new Set(['__proto__', 'prototype', 'constructor', 'hasOwnProperty'])

/** Is it a JSON object (no array, no null)? */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Throws a `LakeError` 400 when a JSON value is nested too deeply or has keys that would harm the process. */
export function checkValue(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH) {
    throw new LakeError(400, 'mutationError', `Nested more than ${MAX_DEPTH} levels deep`)
  }
  if (Array.isArray(value)) {
    for (const item of value) checkValue(item, depth + 1)
    return
  }
  for (const key of Object.keys(value)) {
    checkKey(key)
    checkValue((value as Record<string, unknown>)[key], depth + 1)
  }
}

/** Throws a `LakeError` 400 for an attribute name that would harm the process. */
export function checkKey(key: string): void {
  if (REFUSED_KEYS.has(key)) {
    throw new LakeError(
      400,
      'mutationError',
      `The attribute name ${JSON.stringify(key)} is not allowed`,
    )
  }
}

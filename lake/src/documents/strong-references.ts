import { walk } from './walk.ts'

/**
 * What a value refers to strongly: neither `_weak` nor in another dataset. Ids, each with the first
 * path at which it stands.
 */
export function strongReferences(value: unknown): Map<string, string> {
  const found = new Map<string, string>()
  walk(value, ({ _ref, _weak, _dataset, _projectId }, path) => {
    if (typeof _ref !== 'string' || _weak === true || _dataset || _projectId) return
    if (!found.has(_ref)) found.set(_ref, path)
  })
  return found
}

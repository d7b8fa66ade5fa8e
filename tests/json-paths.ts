/** The path to a value inside another value: field names and indexes. */
export type JsonPath = readonly (string | number)[]

/**
 * Returns the paths of all values inside a value, itself first. A field that several entries of a list have is returned
 * once.
 */
export function pathsIn(value: unknown): JsonPath[] {
  const found = new Map<string, JsonPath>()
  const visit = (inner: unknown, place: JsonPath) => {
    const name = place.map((step) => (typeof step === 'string' ? step : '*')).join('.')
    if (!found.has(name)) found.set(name, place)
    const entries = Array.isArray(inner) ? inner.entries() : Object.entries(inner ?? {})
    if (typeof inner === 'object') {
      for (const [step, next] of entries) visit(next, [...place, step])
    }
  }
  visit(value, [])
  return [...found.values()]
}

/** Returns a copy of `value` with another value at a path. */
export function setAtPath(value: unknown, [step, ...rest]: JsonPath, something: unknown): unknown {
  if (step === undefined) return something
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  const inner = copy as Record<string | number, unknown>
  inner[step] = setAtPath(inner[step], rest, something)
  return copy
}

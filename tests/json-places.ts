/** The path to a value inside another value: field names and indexes. */
export type Place = readonly (string | number)[]

/**
 * Returns the paths of all values inside a value, itself first. Unless `all` is true, a field that several entries of
 * a list have is returned once.
 */
export function places(value: unknown, all: boolean): Place[] {
  const found = new Map<string, Place>()
  const visit = (inner: unknown, place: Place) => {
    const name = place.map((step) => (all || typeof step === 'string' ? step : '*')).join('.')
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
export function put(value: unknown, [step, ...rest]: Place, something: unknown): unknown {
  if (step === undefined) return something
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  const inner = copy as Record<string | number, unknown>
  inner[step] = put(inner[step], rest, something)
  return copy
}

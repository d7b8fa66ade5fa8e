/** The way to a value inside of another: names of fields and indexes. */
export type Place = readonly (string | number)[]

/**
 * Every place in a value, itself first. Unless `all` are wanted, a field that several entries of a
 * list have counts once.
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

/** A copy of `value` that has something else at a place. */
export function put(value: unknown, [step, ...rest]: Place, something: unknown): unknown {
  if (step === undefined) return something
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  const inner = copy as Record<string | number, unknown>
  inner[step] = put(inner[step], rest, something)
  return copy
}

/** Returns a function that builds a value once for each object, and returns the same value for it later. */
export function onceFor<Source extends object, Value>(
  build: (source: Source) => Value,
): (source: Source) => Value {
  const built = new WeakMap<Source, { value: Value }>()
  return (source) => {
    const known = built.get(source) ?? { value: build(source) }
    built.set(source, known)
    return known.value
  }
}

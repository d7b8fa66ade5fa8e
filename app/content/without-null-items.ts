/** Removes null items from the arrays of a query's result, in place, so that views need not handle them. */
export function withoutNullItems<Value>(value: Value): Value {
  if (Array.isArray(value))
    return value.filter((item) => item != null).map(withoutNullItems) as Value
  if (value === null || typeof value !== 'object') return value
  for (const [field, inner] of Object.entries(value)) {
    if (typeof inner === 'object')
      (value as Record<string, unknown>)[field] = withoutNullItems(inner)
  }
  return value
}

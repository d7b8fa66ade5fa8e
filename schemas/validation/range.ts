/** Two bounds that belong together; either may still be empty while someone types. */
export interface Bounds {
  low?: number | undefined
  high?: number | undefined
}

/**
 * Says in an editor's words what is wrong with a pair of bounds. Both or neither must be filled in.
 *
 * @returns true when low does not exceed high, otherwise the message to show
 */
export function checkRange(bounds: Bounds | undefined) {
  const { low, high } = bounds ?? {}
  if (low === undefined && high === undefined) return true
  if (low === undefined) return 'Fill in the lowest value too.'
  if (high === undefined) return 'Fill in the highest value too.'
  if (low > high) return `The lowest value (${low}) must not exceed the highest (${high}).`
  return true
}

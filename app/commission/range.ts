/** Returns a percentage range such as 5-10%, or 8% if both ends are equal. Returns undefined if an end is missing. */
export function rangeText(
  range: { low?: number | null; high?: number | null } | null | undefined,
): string | undefined {
  if (range?.low == null || range.high == null) return undefined
  return range.low === range.high ? `${range.low}%` : `${range.low}-${range.high}%`
}

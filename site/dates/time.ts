/**
 * Returns an ISO date or date and time in milliseconds since 1970. Returns NaN for other values and for days that do
 * not exist, such as 2027-02-29, which `Date` accepts as March 1.
 */
export function timeOf(value: unknown): number {
  const [, day = ''] = /^(\d{4}-\d\d-\d\d)(T|$)/.exec(String(value)) ?? []
  const midnight = Date.parse(day)
  const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
  return exists ? Date.parse(String(value)) : Number.NaN
}

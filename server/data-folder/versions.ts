/** Compares two versions, such as 0.10.0. Returns a negative number if the first is older, or 0 if they are equal. */
export function compareVersions(first: string, second: string): number {
  return first.localeCompare(second, 'en', { numeric: true })
}

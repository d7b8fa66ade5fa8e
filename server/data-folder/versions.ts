/** Compares versions such as 0.10.0: negative if the first is older, 0 if they are the same. */
export function compareVersions(first: string, second: string): number {
  return first.localeCompare(second, 'en', { numeric: true })
}

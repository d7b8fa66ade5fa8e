/** Which of two versions such as 0.10.0 is the older: negative where it is the first, 0 where they are the same. */
export function compareVersions(first: string, second: string): number {
  return first.localeCompare(second, 'en', { numeric: true })
}

const key = 'studio-developer'

/**
 * Whether to show tools that only developers need: in a tab that was once opened with
 * `?developer`. It hides what would confuse, and protects nothing.
 */
export function forDevelopers(): boolean {
  if (new URLSearchParams(location.search).has('developer')) sessionStorage.setItem(key, 'yes')
  return sessionStorage.getItem(key) !== null
}

const key = 'studio-developer'

/**
 * Returns whether to show developer tools: true in a tab that was opened with `?developer` before. It only hides
 * tools that would confuse editors. It is not access control.
 */
export function isDeveloper(): boolean {
  if (new URLSearchParams(location.search).has('developer')) sessionStorage.setItem(key, 'yes')
  return sessionStorage.getItem(key) !== null
}

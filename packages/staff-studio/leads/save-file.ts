/** Downloads a URL of this site as a file. */
export function saveFrom(url: string, name = ''): void {
  const link = document.createElement('a')
  Object.assign(link, { href: url, download: name, hidden: true })
  document.body.append(link)
  link.click()
  link.remove()
}

/** Downloads a value as a JSON file. */
export function saveAsJson(value: unknown, name: string): void {
  const blob = new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' })
  const url = URL.createObjectURL(blob)
  saveFrom(url, name)
  // The browser reads the URL later, so it is revoked after a delay.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Has the browser save what an address of this site serves. */
export function saveFrom(url: string, name = ''): void {
  const link = document.createElement('a')
  Object.assign(link, { href: url, download: name, hidden: true })
  document.body.append(link)
  link.click()
  link.remove()
}

/** Has the browser save a value as a JSON file. */
export function saveAsJson(value: unknown, name: string): void {
  const blob = new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' })
  const url = URL.createObjectURL(blob)
  saveFrom(url, name)
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/**
 * Returns an error's message in one line. Adds the cause of "fetch failed". An error without a message has a code: a
 * rejected connection to a name with several addresses, for example.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.message === 'fetch failed' && error.cause !== undefined) {
    return `fetch failed: ${reasonOf(error.cause)}`
  }
  const [line] = error.message.split('\n', 1)
  return line || ('code' in error ? String(error.code) : error.name)
}

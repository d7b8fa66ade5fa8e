/** What an error says, in one line. A refused connection to a name with several addresses has a code and no message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const [line] = error.message.split('\n', 1)
  return line || ('code' in error ? String(error.code) : error.name)
}

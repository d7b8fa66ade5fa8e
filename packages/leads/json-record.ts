/** Parses a JSON object. Returns an empty object for null, invalid JSON, or a value that is not an object. */
export function jsonRecord(json: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json ?? '{}')
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

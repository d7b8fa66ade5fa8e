/**
 * Says in an editor's words what is wrong with the name of a time zone. An empty value passes.
 *
 * @returns true for a region of the IANA time zone database ('America/Chicago'), otherwise the
 * message to show. Abbreviations ('CST') are refused: they ignore daylight saving time.
 */
export function checkTimeZone(value: string | undefined) {
  if (!value) return true
  const message = `'${value}' is no time zone. Write region and city, such as America/Chicago.`
  if (value !== 'UTC' && !value.includes('/')) return message
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: value })
    return true
  } catch {
    return message
  }
}

// Each check returns true, or the error for the editor. An empty value passes: a separate rule checks whether a
// field is required.

/** Checks that a phone number has the international format E.164. */
export function checkPhone(value: string | undefined) {
  if (!value || /^\+[1-9][0-9]{6,14}$/.test(value)) return true
  return 'Enter + and the country code, then digits only, as in +12145550142.'
}

/** Rejects fictional numbers: 555-0100 to 555-0199 in any North American area code. */
export function checkReachable(value: string | undefined) {
  if (!/^\+1[0-9]{3}55501[0-9]{2}$/.test(value ?? '')) return true
  return 'This is a fictional (555) number. Replace it or remove it.'
}

/** Checks that a date, or the date of a time, exists: the API accepts any text, and 2027-02-29 would show March 1. */
export function checkDay(value: string | undefined) {
  const date = value?.slice(0, 10) ?? ''
  const midnight = Date.parse(date)
  const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date)
  if (!value || exists) return true
  return `${date} isn’t a date. Choose a day in the calendar.`
}

/** Checks that braces contain only the given names. */
export function checkPlaceholders(text: string | undefined, names: readonly string[]) {
  const unknown = (text?.match(/[{}][^{}]*\}?/g) ?? []).find(
    (part) => !names.includes(/^\{(\w+)\}$/.exec(part)?.[1] ?? ''),
  )
  if (unknown === undefined) return true
  return `${unknown} isn’t a known placeholder. Use ${names.map((name) => `{${name}}`).join(', ')}.`
}

/** The bounds of a range. Either can be empty while an editor types. */
export interface Bounds {
  low?: number | undefined
  high?: number | undefined
}

/** Checks that a range has both bounds or neither, and that the minimum does not exceed the maximum. */
export function checkRange({ low, high }: Bounds = {}) {
  if (low === undefined && high === undefined) return true
  if (low === undefined) return 'Enter the minimum too.'
  if (high === undefined) return 'Enter the maximum too.'
  return low <= high || `The minimum (${low}) must not exceed the maximum (${high}).`
}

/**
 * Checks the name of an IANA time zone, such as 'America/Chicago'. Abbreviations, such as 'CST', are invalid because
 * they ignore daylight saving time.
 */
export function checkTimeZone(value: string | undefined) {
  if (!value) return true
  const message = `“${value}” isn’t a time zone. Enter region and city, such as America/Chicago.`
  if (value !== 'UTC' && !value.includes('/')) return message
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: value })
    return true
  } catch {
    return message
  }
}

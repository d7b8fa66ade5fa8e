// Each check returns true, or what is wrong in an editor's words. An empty value passes: whether a value
// must be there is another rule's question.

/** Checks a phone number for dialing (E.164). */
export function checkPhone(value: string | undefined) {
  if (!value || /^\+[1-9][0-9]{6,14}$/.test(value)) return true
  return 'Write + and the country code, then digits only, such as +12145550142.'
}

/** Rejects numbers that are kept for fiction: 555-0100 to 555-0199 in any area of North America. */
export function checkReachable(value: string | undefined) {
  if (!/^\+1[0-9]{3}55501[0-9]{2}$/.test(value ?? '')) return true
  return 'A placeholder: numbers with 555-01 are kept for fiction and reach nobody. Write your own.'
}

/** A month in English words, as older content has it. */
const inWords = /^(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s+\d{4}$/i

/** Checks a month: YYYY-MM, or English words such as May 2025. Another text would never pass by itself. */
export function checkMonth(value: string | undefined) {
  if (!value || /^\d{4}-(0[1-9]|1[0-2])$/.test(value) || inWords.test(value.trim())) return true
  return `“${value}” is not a month, so nothing changes by itself. Choose a month, and write “${value}” under In other words.`
}

/** Rejects braces around anything but these names. */
export function checkPlaceholders(text: string | undefined, names: readonly string[]) {
  const unknown = (text?.match(/[{}][^{}]*\}?/g) ?? []).find(
    (part) => !names.includes(/^\{(\w+)\}$/.exec(part)?.[1] ?? ''),
  )
  if (unknown === undefined) return true
  return `${unknown} means nothing here. These do: ${names.map((name) => `{${name}}`).join(', ')}.`
}

/** Two bounds that belong together; either may still be empty while someone types. */
export interface Bounds {
  low?: number | undefined
  high?: number | undefined
}

/** Checks a pair of bounds: both or neither, and in their order. */
export function checkRange({ low, high }: Bounds = {}) {
  if (low === undefined && high === undefined) return true
  if (low === undefined) return 'Fill in the lowest value too.'
  if (high === undefined) return 'Fill in the highest value too.'
  return low <= high || `The lowest value (${low}) must not exceed the highest (${high}).`
}

/**
 * Checks a region of the IANA time zone database ('America/Chicago'). Abbreviations ('CST') are rejected: they ignore
 * daylight saving time.
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

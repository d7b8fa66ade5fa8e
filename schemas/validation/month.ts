/** A month in English words, as older content has it. */
const inWords = /^(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s+\d{4}$/i

/**
 * Says in an editor's words why a month never passes by itself. An empty value passes.
 *
 * @returns true for YYYY-MM and for a month in English words such as May 2025, otherwise the message to show
 */
export function checkMonth(value: string | undefined) {
  if (!value || /^\d{4}-(0[1-9]|1[0-2])$/.test(value)) return true
  if (inWords.test(value.trim())) return true
  return `“${value}” is not a month, so nothing changes by itself. Choose a month, and write “${value}” under In other words.`
}

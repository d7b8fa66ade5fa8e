/**
 * Says in an editor's words what is wrong with a phone number meant for dialling (E.164).
 * An empty value passes.
 */
export function checkPhone(value: string | undefined) {
  if (!value || /^\+[1-9][0-9]{6,14}$/.test(value)) return true
  return 'Write + and the country code, then digits only, such as +12145550142.'
}

/**
 * Says that a number is one of those that are kept for fiction (555-0100 to 555-0199 in any area of North
 * America): nobody answers it. An empty value passes.
 */
export function checkReachable(value: string | undefined) {
  if (!/^\+1[0-9]{3}55501[0-9]{2}$/.test(value ?? '')) return true
  return 'A placeholder: numbers with 555-01 are kept for fiction and reach nobody. Write your own.'
}

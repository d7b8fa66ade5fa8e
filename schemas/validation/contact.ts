/**
 * Says in an editor's words what is wrong with a phone number meant for dialling (E.164).
 * An empty value passes.
 */
export function checkPhone(value: string | undefined) {
  if (!value || /^\+[1-9][0-9]{6,14}$/.test(value)) return true
  return 'Write + and the country code, then digits only, such as +12145550142.'
}

import type { Payload } from '../lead.ts'

/** Patterns that values of fields normally match. Other values are accepted but may be mistyped. */
const rules: Readonly<Record<string, RegExp>> = {
  // The domain must contain a dot.
  email: /@[^@]+\.[^@.]+$/,
  phone: /\p{Nd}/u,
}

const parameter = 'check'

/** Query parameters that confirmation pages read. */
export const checkParameters = [parameter]

/**
 * Returns the URL of a form's confirmation page. It lists the fields that may be mistyped, so that the page asks the
 * visitor to check them. The stored and delivered values do not change.
 */
export function confirmationUrl(path: string, payload: Payload): string {
  const doubts = Object.entries(rules)
    .filter(([name, rule]) => payload[name] && !rule.test(String(payload[name])))
    .map(([name]) => `${parameter}=${name}`)
  if (doubts.length === 0) return path
  return path + (path.includes('?') ? '&' : '?') + doubts.join('&')
}

/** Returns the fields that a confirmation page's URL asks the visitor to check. */
export function fieldsToCheck(address: string): string[] {
  const named = new URL(address).searchParams.getAll(parameter)
  return Object.keys(rules).filter((name) => named.includes(name))
}

import type { Payload } from '../lead.ts'

/** Fields whose values are accepted but may be mistyped, and what is missing in such a value. */
const rules: Readonly<Record<string, RegExp>> = {
  // A domain of several parts.
  email: /@[^@]+\.[^@.]+$/,
  phone: /\p{Nd}/u,
}

const parameter = 'check'

/** The parameters of the query that confirmation pages read. */
export const doubtParameters = [parameter]

/**
 * Returns the address of a form's confirmation, which asks the visitor to check the fields that may be
 * mistyped. What is stored and sent stays the same.
 */
export function confirmationOf(path: string, payload: Payload): string {
  const doubts = Object.entries(rules)
    .filter(([name, rule]) => payload[name] && !rule.test(String(payload[name])))
    .map(([name]) => `${parameter}=${name}`)
  if (doubts.length === 0) return path
  return path + (path.includes('?') ? '&' : '?') + doubts.join('&')
}

/** Returns the fields that the address of a confirmation asks to check. */
export function doubtsIn(address: string): string[] {
  const named = new URL(address).searchParams.getAll(parameter)
  return Object.keys(rules).filter((name) => named.includes(name))
}

import type { JoinCardContent } from '../../content/shapes.ts'

/** The form that a call-to-action card links to, as a value in the content. */
type Target = JoinCardContent['target']

/** Values that are prefilled in the waitlist form. Unknown types, because the API accepts content of any shape. */
interface WaitlistDefaults {
  interests?: unknown
  customInterest?: unknown
}

/** Returns the address of the waitlist form with query parameters for prefilled values. */
export function waitlistAddress({ interests, customInterest }: WaitlistDefaults): string {
  const selected = (Array.isArray(interests) ? interests : []).map((key) => ['interest', key])
  return addressOf('/waitlist', [...selected, ['custom_interest', customInterest]])
}

/**
 * Returns the address of a card's target with query parameters for prefilled values. The default target is the
 * waitlist.
 */
export function joinAddress(card: JoinCardContent, target: Target = card.target): string {
  if (target === 'affiliates') return '/affiliates'
  return target === 'onboarding'
    ? addressOf('/onboarding', [['business_type', card.businessType]])
    : waitlistAddress(card)
}

function addressOf(path: string, fields: unknown[][]): string {
  const parameters = fields.filter(
    (field): field is [string, string] => typeof field[1] === 'string' && field[1] !== '',
  )
  return parameters.length > 0 ? `${path}?${new URLSearchParams(parameters)}` : path
}

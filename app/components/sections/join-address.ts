import type { JoinCardContent } from '../../content/shapes.ts'

/** Where a card that asks to join may lead, as content names it. */
type Target = JoinCardContent['target']

/** What is known of somebody who is led to the waitlist. Content may have any shape. */
interface KnownOnWaitlist {
  interests?: unknown
  customInterest?: unknown
}

/** The path of the waitlist's form, with what is known filled in there. */
export function waitlistAddress({ interests, customInterest }: KnownOnWaitlist): string {
  const ticked = (Array.isArray(interests) ? interests : []).map((key) => ['interest', key])
  return addressOf('/waitlist', [...ticked, ['custom_interest', customInterest]])
}

/** The path of a card's target, with what the card knows filled in there; without one the waitlist. */
export function joinAddress(card: JoinCardContent, target: Target = card.target): string {
  if (target === 'affiliates') return '/affiliates'
  return target === 'onboarding'
    ? addressOf('/onboarding', [['business_type', card.businessType]])
    : waitlistAddress(card)
}

function addressOf(path: string, fields: unknown[][]): string {
  const filledIn = fields.filter(
    (field): field is [string, string] => typeof field[1] === 'string' && field[1] !== '',
  )
  return filledIn.length > 0 ? `${path}?${new URLSearchParams(filledIn)}` : path
}

import type { JoinCardContent } from '../../content/shapes.ts'

/** Where a card that asks to join may lead, as content names it. */
type Target = JoinCardContent['target']

/** The path of a card's target, with what the card knows filled in there; without one the waitlist. */
export function joinAddress(card: JoinCardContent, target: Target = card.target): string {
  if (target === 'affiliates') return '/affiliates'
  const params = new URLSearchParams()
  const add = (name: string, value: unknown) => {
    if (typeof value === 'string' && value) params.append(name, value)
  }
  if (target === 'onboarding') {
    add('business_type', card.businessType)
  } else {
    for (const interest of Array.isArray(card.interests) ? card.interests : []) {
      add('interest', interest)
    }
    add('custom_interest', card.customInterest)
  }
  const path = target === 'onboarding' ? '/onboarding' : '/waitlist'
  return params.size > 0 ? `${path}?${params}` : path
}

import type { JoinCardContent } from 'halvi-site/content/shapes'

/** The form that a call-to-action card links to, as a value in the content. */
type Target = JoinCardContent['target']

/** Values that are prefilled in the waitlist form. */
type WaitlistDefaults = Partial<Pick<JoinCardContent, 'interests' | 'customInterest'>>

/** Returns the address of the waitlist form with query parameters for prefilled values. */
export function waitlistAddress({ interests, customInterest }: WaitlistDefaults): string {
  const selected = (interests ?? []).map((key): Field => ['interest', key])
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

type Field = [name: string, value: string | null | undefined]

function addressOf(path: string, fields: Field[]): string {
  const parameters = fields.flatMap(([name, value]) => (value ? [[name, value]] : []))
  return parameters.length > 0 ? `${path}?${new URLSearchParams(parameters)}` : path
}

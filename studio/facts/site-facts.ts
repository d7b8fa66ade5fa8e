import { factText } from 'halvi-site/text/facts'
import { getValueAtPath } from 'sanity'

const paths: Readonly<Record<string, string>> = {
  launchMonth: 'launch.month',
  launchPlace: 'launch.place',
  offerDeadline: 'offer.deadline',
  offerBenefit: 'offer.benefit',
  payoutMinimum: 'payouts.minimum',
  payoutSchedule: 'payouts.schedule',
  payoutMethods: 'payouts.methods',
  reviewTime: 'reviewTime',
  responseTime: 'contact.responseTime',
  email: 'contact.email',
  phone: 'contact.phone.display',
}

/** Returns a fact from the site settings as visitors see it, such as $50. */
export function siteFactText(fact: string, settings: unknown): string {
  const words = fact === 'launchMonth' && valueAt(settings, 'launch.monthWords')
  const value = words || valueAt(settings, paths[fact])
  return factText({ _type: 'siteFact', _key: '', fact, value } as Parameters<typeof factText>[0])
}

/** Returns the value at a dotted path. */
export const valueAt = (value: unknown, path = ''): unknown =>
  getValueAtPath(value, path.split('.').filter(Boolean))

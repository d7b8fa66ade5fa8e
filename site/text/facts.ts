import { dayText, startText } from '../dates/format.ts'
import { monthText } from '../dates/month.ts'
import { fromLeft } from '../language/isolate.ts'
import { listText, numberText } from '../language/numbers.ts'
import { type FactTexts, factTexts } from '../words/fact-texts.ts'
import { format } from '../words/format.ts'
import { amountText } from './amounts.ts'
import { percentText, rangeText } from './percents.ts'

/** A fact of a text, with its value. */
export type Fact =
  | { _type: 'commissionRange'; range: Parameters<typeof rangeText>[0] }
  | { _type: 'programFact'; fact: string; unit?: string; value: unknown; timeZone?: string }
  | { _type: 'siteFact'; fact: string; value: unknown }

/** Returns a fact as part of a sentence, such as 5-10%, 40,000, $50, or 7am May 30, 2025. */
export function factText(fact: Fact, { locale, facts }: FactTexts = factTexts()): string {
  if (fact._type === 'commissionRange') return rangeText(fact.range, locale) ?? facts.commission
  const { value } = fact
  if (value === null || value === undefined || value === '') {
    return Object.hasOwn(facts, fact.fact) ? facts[fact.fact as 'other'] : facts.other
  }
  if (Array.isArray(value)) return listText(value.map(String), locale) || facts.payoutMethods
  if (typeof value === 'number') {
    if (fact.fact === 'rate') return percentText(value, locale)
    // The API can store a unit that has no words.
    if (fact._type === 'programFact' && fact.unit && Object.hasOwn(facts, fact.unit))
      return format(facts[fact.unit as 'dayCount'], { count: value }, locale)
    return (fact.fact === 'payoutMinimum' ? amountText : numberText)(value, locale)
  }
  const text = String(value)
  switch (fact.fact) {
    case 'launchMonth':
      return monthText(text, locale)
    case 'offerDeadline':
      return dayText(text, locale)
    case 'startsAt':
      return startText(text, (fact._type === 'programFact' && fact.timeZone) || 'UTC', locale)
    case 'email':
    case 'phone':
      return fromLeft(text, locale)
    default:
      return text
  }
}

const siteFactPaths: Readonly<Record<string, string>> = {
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

/**
 * Returns a fact of the site.
 *
 * @param fieldOf returns a field of the facts of a language, or of the document with the settings
 */
export function siteFact(fact: string, fieldOf: (name: string) => unknown): Fact {
  const path = Object.hasOwn(siteFactPaths, fact) ? siteFactPaths[fact] : undefined
  const [field, ...rest] = path?.split('.') ?? []
  const source = field === undefined ? undefined : fieldOf(field)
  const words = fact === 'launchMonth' && valueAt(source, 'monthWords')
  return { _type: 'siteFact', fact, value: words || valueAt(source, rest.join('.')) }
}

/** Returns the value at a dotted path. */
export const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .filter(Boolean)
    .reduce<unknown>(
      (inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name],
      value,
    )

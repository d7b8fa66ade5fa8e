import { amountText } from '../commission/amounts.ts'
import { percentText, rangeText } from '../commission/range.ts'
import type { TextChild } from '../content/shapes.ts'
import { dayText, startText } from '../dates/format.ts'
import { monthText } from '../dates/month.ts'
import { fromLeft } from '../language/isolate.ts'
import { listText, numberText } from '../language/numbers.ts'
import { type FactTexts, factTexts } from '../words/fact-texts.ts'
import { format } from '../words/format.ts'

type Fact = Exclude<TextChild, { _type: 'span' }>

/**
 * Returns a fact as part of a sentence, such as 5-10%, 40,000, $50, or 7am May 30, 2025. Returns an empty string for
 * an unknown type.
 */
export function factText(fact: Fact, { locale, facts }: FactTexts = factTexts()): string {
  if (!isFact(fact)) return ''
  if (fact._type === 'commissionRange') return rangeText(fact.branch, locale) ?? facts.commission
  const value: unknown = fact.value
  if (value === null || value === undefined || value === '') {
    return Object.hasOwn(facts, fact.fact) ? facts[fact.fact as 'other'] : facts.other
  }
  if (Array.isArray(value)) return listText(value.map(String), locale) || facts.payoutMethods
  if (typeof value === 'number') {
    if (fact.fact === 'rate') return percentText(value, locale)
    // The API can store a unit that has no words.
    if (fact._type === 'programmeFact' && fact.unit && Object.hasOwn(facts, fact.unit))
      return format(facts[fact.unit], { count: value }, locale)
    return (fact.fact === 'payoutMinimum' ? amountText : numberText)(value, locale)
  }
  const text = String(value)
  switch (fact.fact) {
    case 'launchMonth':
      return monthText(text, locale)
    case 'offerDeadline':
      return dayText(text, locale)
    case 'startsAt':
      return startText(text, fact.timeZone ?? 'UTC', locale)
    case 'email':
    case 'phone':
      return fromLeft(text, locale)
    default:
      return text
  }
}

/**
 * Returns whether a piece of text is a fact. Sentences about dates are already replaced (content/walk.ts). All other
 * types are unknown.
 */
export const isFact = (piece: TextChild): piece is Exclude<Fact, { _type: 'datedSentence' }> =>
  ['commissionRange', 'programmeFact', 'siteFact'].includes(piece._type)

import { rangeText } from '../../commission/range.ts'
import type { TextChild } from '../../content/shapes.ts'
import { dayText, missingText, startText, toBeAnnounced } from '../../dates/format.ts'
import { monthText } from '../../dates/month.ts'

type Fact = Exclude<TextChild, { _type: 'span' }>

/**
 * Texts for facts that staff have removed. They fit into sentences such as 'We pay monthly, once earnings reach $50'.
 */
const absent: Readonly<Record<string, string>> = {
  startsAt: missingText('a time'),
  winnerTitle: 'Affiliate',
  launchMonth: missingText('a month'),
  launchPlace: missingText('places'),
  offerDeadline: missingText('a date'),
  offerBenefit: missingText('a benefit'),
  payoutMinimum: missingText('a minimum'),
  payoutSchedule: missingText('on a schedule'),
  payoutMethods: missingText('methods'),
  reviewTime: missingText('a time'),
  responseTime: missingText('within a time'),
  email: missingText('an address'),
}

/**
 * Returns a fact as part of a sentence, such as 5-10%, 40,000, $50, or 7am May 30, 2025. Returns an empty string for
 * an unknown type.
 */
export function factText(fact: Fact): string {
  if (!isFact(fact)) return ''
  if (fact._type === 'commissionRange') return rangeText(fact.branch) ?? missingText('a share')
  const { value } = fact
  if (value === null || value === undefined || value === '') {
    return absent[fact.fact] ?? toBeAnnounced
  }
  const text = typeof value === 'number' ? value.toLocaleString('en-US') : String(value)
  switch (fact.fact) {
    case 'rate':
      return `${value}%`
    case 'payoutMinimum':
      return `$${text}`
    case 'launchMonth':
      return monthText(String(value))
    case 'offerDeadline':
      return dayText(String(value))
    case 'startsAt':
      return startText(String(value), fact.timeZone ?? 'UTC')
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

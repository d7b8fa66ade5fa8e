import type { TextChild } from '../../content/shapes.ts'
import { dayText, missing, startText, toBeAnnounced } from '../../dates/format.ts'
import { monthText } from '../../dates/month.ts'

type Fact = Exclude<TextChild, { _type: 'span' }>

/** Replaces a fact that staff have removed, in sentences such as 'We pay monthly, once earnings reach $50'. */
const absent: Readonly<Record<string, string>> = {
  startsAt: missing('a time'),
  winnerTitle: 'Affiliate',
  launchMonth: missing('a month'),
  launchPlace: missing('places'),
  offerDeadline: missing('a date'),
  offerBenefit: missing('a benefit'),
  payoutMinimum: missing('a minimum'),
  payoutSchedule: missing('on a schedule'),
  payoutMethods: missing('methods'),
  reviewTime: missing('a time'),
  responseTime: missing('within a time'),
  email: missing('an address'),
}

/** A fact inside a sentence, such as 5-10%, 40,000, $50 or 7am May 30, 2025; empty for anything else. */
export function factText(fact: Fact): string {
  // A sentence about a date is replaced where content is read (content/with-sentences.ts); anything else is unknown.
  if (!isFact(fact)) return ''
  if (fact._type === 'commissionRange') return rangeText(fact.branch) ?? missing('a share')
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

function isFact(fact: Fact): fact is Exclude<Fact, { _type: 'datedSentence' }> {
  return ['commissionRange', 'programmeFact', 'siteFact'].includes(fact._type)
}

/** A percentage range such as 5-10%, or 8% when both ends are the same; undefined when missing. */
export function rangeText(
  range: { low?: number | null; high?: number | null } | null | undefined,
): string | undefined {
  if (range?.low == null || range.high == null) return undefined
  return range.low === range.high ? `${range.low}%` : `${range.low}-${range.high}%`
}

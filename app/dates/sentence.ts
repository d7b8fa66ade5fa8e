import { dayText, missingText, monthOfTimeText, startText, toBeAnnounced } from './format.ts'
import { monthText } from './month.ts'
import {
  type Challenge,
  challengeState,
  type Launch,
  launchState,
  type Offer,
  offerState,
  type State,
} from './state.ts'

/** A dated object of the content, with a sentence for each of its states. */
export type Dated =
  | ({ _type: 'launch' } & Launch & WithSentences)
  | ({ _type: 'launchOffer' } & Offer & WithSentences)
  | ({ _type: 'challenge' } & Challenge & WithSentences)

interface WithSentences {
  sentences?: Record<string, unknown> | null
}

/** Returns the state of a dated object at a given time, or undefined for an object of another type. */
export function stateOf(dated: Dated, timeZone: string, now: number): State<string> | undefined {
  if (dated._type === 'launch') return launchState(dated, timeZone, now)
  if (dated._type === 'launchOffer') return offerState(dated, timeZone, now)
  return dated._type === 'challenge' ? challengeState(dated, now) : undefined
}

/**
 * Returns the sentence for the object's state at `now`, with placeholders such as `{date}` and `{place}` filled in.
 * Returns an empty string if staff have not written one.
 */
export function sentenceOf(dated: Dated, timeZone: string, now: number): string {
  const sentence = dated.sentences?.[stateOf(dated, timeZone, now)?.name ?? '']
  if (typeof sentence !== 'string') return ''
  const values = valuesOf(dated)
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? toBeAnnounced))
}

/** Returns the values of the placeholders in a sentence. */
function valuesOf(dated: Dated): Record<string, unknown> {
  if (dated._type === 'launch') {
    const { month, monthWords, date, place } = dated
    const words = monthWords || (month && monthText(String(month)))
    return {
      date: date ? dayText(date) : words || dayText(null),
      when: words && !date ? `in ${words}` : `on ${dayText(date)}`,
      place: place || missingText('places'),
    }
  }
  if (dated._type === 'launchOffer') {
    return { date: dayText(dated.deadline), benefit: dated.benefit || missingText('a benefit') }
  }
  const { startsAt, timeZone } = dated
  return {
    start: startText(startsAt, timeZone ?? 'UTC'),
    month: monthOfTimeText(startsAt, timeZone ?? 'UTC'),
  }
}

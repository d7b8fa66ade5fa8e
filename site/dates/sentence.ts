import { type FactTexts, factTexts } from '../words/fact-texts.ts'
import { format } from '../words/format.ts'
import { dayText, monthOfTimeText, startText } from './format.ts'
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
export function sentenceOf(
  dated: Dated,
  timeZone: string,
  now: number,
  texts: FactTexts = factTexts(),
): string {
  const sentence = dated.sentences?.[stateOf(dated, timeZone, now)?.name ?? '']
  if (typeof sentence !== 'string') return ''
  const values = valuesOf(dated, texts)
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? texts.facts.other)
}

/** Returns the values of the placeholders in a sentence. */
function valuesOf(dated: Dated, { locale, facts }: FactTexts): Record<string, string | undefined> {
  if (dated._type === 'launch') {
    const { month, monthWords, date, place } = dated
    const words = monthWords || (month && monthText(String(month), locale))
    const day = date ? dayText(date, locale) : facts.offerDeadline
    return {
      date: date ? day : words || day,
      when:
        words && !date
          ? format(facts.inMonth, { month: words }, locale)
          : format(facts.onDate, { date: day }, locale),
      place: place || facts.launchPlace,
    }
  }
  if (dated._type === 'launchOffer') {
    const { deadline, benefit } = dated
    return {
      date: deadline ? dayText(deadline, locale) : facts.offerDeadline,
      benefit: benefit || facts.offerBenefit,
    }
  }
  const { startsAt, timeZone } = dated
  const zone = timeZone ?? 'UTC'
  return {
    start: startsAt ? startText(startsAt, zone, locale) : facts.startsAt,
    month: startsAt ? monthOfTimeText(startsAt, zone, locale) : facts.launchMonth,
  }
}

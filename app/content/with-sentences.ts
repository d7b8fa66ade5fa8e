import { type Dated, sentenceOf, stateOf } from '../dates/sentence.ts'

/** A place in a text for the sentence about a date, as queries/fragments.ts asks for it. */
interface DatedSentence {
  _type: 'datedSentence'
  _key?: string
  of?: Dated | null
  timeZone?: string | null
}

/** A query's result at a moment. */
export interface TimedValue<Value> {
  value: Value
  /** The next moment, in milliseconds since 1970, at which it says something else; absent: never. */
  changesAt?: number
}

/**
 * Returns a query's result with the sentences about dates that are true at `now`, and when that changes next. Every
 * page's content passes here, so that no view can show a sentence for longer than it is true.
 */
export function withSentences<Value>(value: Value, now: number): TimedValue<Value> {
  let changesAt = Number.POSITIVE_INFINITY
  const note = (dated: Dated, timeZone: string) => {
    changesAt = Math.min(changesAt, stateOf(dated, timeZone, now)?.changesAt ?? changesAt)
  }

  function resolve(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(resolve)
    if (part === null || typeof part !== 'object') return part
    if (isSentence(part)) {
      const { _key, of, timeZone } = part
      const zone = String(timeZone ?? '')
      if (of) note(of, zone)
      return { _type: 'span', _key, marks: [], text: of ? sentenceOf(of, zone, now) : '' }
    }
    if ('_type' in part && part._type === 'challenge') note(part as Dated, '')
    const fields = Object.entries(part).map(([name, field]) => [name, resolve(field)])
    return Object.fromEntries(fields)
  }

  const resolved = resolve(value) as Value
  return Number.isFinite(changesAt) ? { value: resolved, changesAt } : { value: resolved }
}

const isSentence = (part: object): part is DatedSentence =>
  '_type' in part && part._type === 'datedSentence'

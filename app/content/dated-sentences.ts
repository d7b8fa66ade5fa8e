import { type Dated, sentenceOf, stateOf } from '../dates/sentence.ts'

/** A reference to a sentence about a date, in the shape that queries/fragments.ts selects. */
interface DatedSentence {
  _type: 'datedSentence'
  _key?: string
  of?: Dated | null
  timeZone?: string | null
}

/** A query's result at a given time. */
export interface TimedValue<Value> {
  value: Value
  /** The next time at which the result changes, in milliseconds since 1970. Absent: never. */
  changesAt?: number
}

/**
 * Fills in the sentences about dates that are true at `now`, and returns when they change next. All content passes
 * through here, so that no page shows a sentence that is no longer true.
 */
export function resolveDatedSentences<Value>(value: Value, now: number): TimedValue<Value> {
  let changesAt = Number.POSITIVE_INFINITY
  const recordChange = (dated: Dated, timeZone: string) => {
    changesAt = Math.min(changesAt, stateOf(dated, timeZone, now)?.changesAt ?? changesAt)
  }

  const recordEnd = ({ endsAt }: { endsAt?: unknown }) => {
    const end = Date.parse(String(endsAt))
    if (end > now) changesAt = Math.min(changesAt, end)
  }

  function resolve(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(resolve)
    if (part === null || typeof part !== 'object') return part
    if (isSentence(part)) {
      const { _key, of, timeZone } = part
      const zone = String(timeZone ?? '')
      if (of) recordChange(of, zone)
      return { _type: 'span', _key, marks: [], text: of ? sentenceOf(of, zone, now) : '' }
    }
    if ('_type' in part && part._type === 'challenge') recordChange(part as Dated, '')
    if ('_type' in part && part._type === 'countdownSection')
      recordEnd(part as { endsAt?: unknown })
    const fields = Object.entries(part).map(([name, field]) => [name, resolve(field)])
    return Object.fromEntries(fields)
  }

  const resolved = resolve(value) as Value
  return Number.isFinite(changesAt) ? { value: resolved, changesAt } : { value: resolved }
}

const isSentence = (part: object): part is DatedSentence =>
  '_type' in part && part._type === 'datedSentence'

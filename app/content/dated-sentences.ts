import { type Dated, sentenceOf, stateOf } from '../dates/sentence.ts'
import { timeOf } from '../dates/time.ts'

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
 * Fills in the sentences about dates that are true at `now`, and returns when they change next. Key features about
 * what has passed come last in their list. All content passes through here, so that no page shows a sentence that is
 * no longer true.
 */
export function resolveDatedSentences<Value>(value: Value, now: number): TimedValue<Value> {
  let changesAt = Number.POSITIVE_INFINITY
  const recordChange = (dated: Dated, timeZone: string) => {
    changesAt = Math.min(changesAt, stateOf(dated, timeZone, now)?.changesAt ?? changesAt)
  }

  const recordEnd = ({ endsAt }: { endsAt?: unknown }) => {
    const end = timeOf(endsAt)
    if (end > now) changesAt = Math.min(changesAt, end)
  }

  /** Returns whether a key feature is about an offer or a challenge that has passed. */
  const hasPassed = (item: unknown) =>
    isFeature(item) &&
    item.text.some((block) =>
      block?.children?.some(({ of, timeZone }) => {
        const state = of && stateOf(of, String(timeZone ?? ''), now)?.name
        return state && ['passed', 'ended', 'over'].includes(state)
      }),
    )

  function resolve(part: unknown): unknown {
    if (Array.isArray(part)) {
      const passed = part.filter(hasPassed)
      const inOrder = passed.length ? [...part.filter((item) => !hasPassed(item)), ...passed] : part
      return inOrder.map(resolve)
    }
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

const isFeature = (
  item: unknown,
): item is { text: ({ children?: Partial<DatedSentence>[] } | null)[] } =>
  typeof item === 'object' &&
  item !== null &&
  'icon' in item &&
  'text' in item &&
  Array.isArray(item.text)

const isSentence = (part: object): part is DatedSentence =>
  '_type' in part && part._type === 'datedSentence'

import { type Dated, stateOf } from '../dates/sentence.ts'
import { timeOf } from '../dates/time.ts'
import { hash } from '../hash.ts'
import { english, type Language } from '../language/language.ts'
import { FactLookup, type Facts } from './fact-lookup.ts'
import { factSpan } from './fact-spans.ts'
import { markFallbacks } from './mark-fallbacks.ts'
import { withPictures } from './pictures.ts'
import generated from './query-shapes.json' with { type: 'json' }

/**
 * The allowed types of a value. Every value but an array may also be null. An empty shape allows everything. Numbers
 * are indexes into the list of shapes.
 */
export interface Shape {
  /** Allowed primitives: names that `typeof` returns. */
  is?: string[] | undefined
  /** The index of the shape of an array's items. */
  of?: number
  /** Whether an array may be null. */
  isNullable?: boolean | undefined
  /** The fields of allowed objects by `_type`. `*` is for all other objects. */
  types?: Record<string, Record<string, number>>
}

/** A query's result at a given time. */
export interface Walked<Value> {
  value: Value
  /** The next time at which the result changes, in milliseconds since 1970. Absent: never. */
  changesAt?: number
  /** The names of the facts in the result, as `factTag` takes them. Absent: none. */
  facts?: ReadonlySet<string>
}

const shapes: readonly Shape[] = generated.shapes as Shape[]
const indexes: Readonly<Record<string, number>> = generated.queries

/** Returns the key of a query in query-shapes.json. */
export const queryKey = (query: string): string => hash(query).toString(36)

/** The states of an offer or a challenge that is no longer open. */
const pastStates: readonly string[] = ['passed', 'ended', 'over']

/**
 * Returns a query's result as views can show it. All content passes through here.
 *
 * - Replaces values whose type differs from the schemas with null, and removes such items and null from arrays. Content
 *   can have them, because the API accepts documents that the Studio's forms would reject. Unknown objects stay: the
 *   view skips and logs them. Results of unknown queries keep all values.
 * - Fills in the facts that texts refer to, in the page's language, and the sentences about dates that are true at
 *   `now`. Key features about past dates come last in their list.
 * - Fills in the pictures of the original that a translation does not have (`pictures`).
 * - Marks the texts of objects that have another `language` than the page: they are in English.
 */
export function walk<Result>(
  query: string,
  result: Result,
  now = Date.now(),
  language: Language = english,
  facts?: Facts | null,
): Walked<Result> {
  let changesAt = Number.POSITIVE_INFINITY
  const lookup = new FactLookup(facts)
  const pastSentences = new WeakSet<object>()

  function fitValue(index: number | undefined, value: unknown): unknown {
    const { is, of, types, isNullable } = (index === undefined ? undefined : shapes[index]) ?? {}
    const isOpen = !is && of === undefined && !types
    const fallback = of !== undefined && !isNullable ? [] : null
    if (value === undefined || value === null) return value === null && !isOpen ? fallback : value
    if (Array.isArray(value)) return isOpen || of !== undefined ? fitItems(of, value) : null
    if (typeof value !== 'object') return isOpen || is?.includes(typeof value) ? value : fallback
    const fields = isOpen ? {} : fieldsOf(types ?? {}, (value as { _type?: unknown })._type)
    if (!fields) return fallback
    const fitted: Record<string, unknown> = {}
    for (const [name, inner] of Object.entries(value)) {
      fitted[name] = fitValue(Object.hasOwn(fields, name) ? fields[name] : undefined, inner)
    }
    // Adds the arrays that views rely on, because an object with the wrong type may lack them.
    for (const [name, inner] of Object.entries(fields)) {
      const array = Object.hasOwn(fitted, name) ? null : fitValue(inner, null)
      if (array !== null) fitted[name] = array
    }
    const isFallback = 'language' in fitted && (fitted.language ?? english.code) !== language.code
    const { pictures, ...own } = fitted
    const part = pictures === undefined ? fitted : (withPictures(own, pictures) as typeof own)
    return filledIn(isFallback ? markFallbacks(part) : part)
  }

  function fitItems(of: number | undefined, items: readonly unknown[]): unknown[] {
    const fitted = items
      .map((item) => fitValue(isUnknownObject(of, item) ? undefined : of, item))
      .filter((item) => item !== null && item !== undefined)
    const past = fitted.filter(isPastFeature)
    return past.length ? [...fitted.filter((item) => !isPastFeature(item)), ...past] : fitted
  }

  /** Returns an object, or words in its place if it refers to a fact. */
  function filledIn(part: Record<string, unknown>): object {
    if (part._type === 'challenge')
      noteChange(stateOf(part as unknown as Dated, '', now)?.changesAt)
    if (part._type === 'countdownSection') noteChange(timeOf(part.endsAt))
    if (part._type === 'block' && !part.children) return { ...part, children: [] }
    const { span, state } = factSpan(part, lookup, now, language) ?? {}
    if (!span) return part
    if (pastStates.includes(state?.name ?? '')) pastSentences.add(span)
    noteChange(state?.changesAt)
    return span
  }

  /** Returns whether an item is a key feature about an offer or a challenge that has passed. */
  function isPastFeature(item: unknown): boolean {
    const { icon, text } = item as { icon?: unknown; text?: unknown }
    if (icon === undefined || !Array.isArray(text)) return false
    return text.some((block) => block?.children?.some((child: object) => pastSentences.has(child)))
  }

  function noteChange(time = Number.NaN): void {
    if (time > now) changesAt = Math.min(changesAt, time)
  }

  const value = fitValue(indexes[queryKey(query)], result) as Result
  return {
    value,
    ...(Number.isFinite(changesAt) && { changesAt }),
    ...(lookup.uses.size > 0 && { facts: lookup.uses }),
  }
}

/** Returns whether an item has a type that the schemas don't have. */
function isUnknownObject(index: number | undefined, item: unknown): boolean {
  const types = index === undefined ? undefined : shapes[index]?.types
  const type = (item as { _type?: unknown } | null)?._type
  return types !== undefined && typeof type === 'string' && !fieldsOf(types, type)
}

/**
 * Returns the fields of an object of this type. An object without a type gets the fields of the only allowed type.
 */
function fieldsOf(types: Required<Shape>['types'], type: unknown) {
  if (typeof type === 'string' && Object.hasOwn(types, type)) return types[type]
  const [only, ...others] = Object.values(types)
  return types['*'] ?? (type === undefined && others.length === 0 ? only : undefined)
}

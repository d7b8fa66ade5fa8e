import { createHash } from 'node:crypto'
import written from './query-shapes.json' with { type: 'json' }

/** What a value may be, besides null for all but arrays; an empty one is anything. Numbers are places of other shapes. */
export interface Shape {
  /** Primitives, as `typeof` calls them. */
  is?: string[] | undefined
  /** An array of such items. */
  of?: number
  /** Whether there may be null in place of an array. */
  isNullable?: boolean | undefined
  /** Objects, by their `_type`; `*` for those without one of these. */
  types?: Record<string, Record<string, number>>
}

const places: Readonly<Record<string, number>> = written.queries
const placeOf = new Map<string, number | undefined>()
const shapes: readonly Shape[] = written.shapes as Shape[]

/**
 * Returns a query's result with null in place of each value whose type differs from the schemas', and without such items
 * of arrays: content can be written past the Studio's forms. Leaves the results of unknown queries as they are.
 */
export function fitResult<Result>(query: string, result: Result): Result {
  if (!placeOf.has(query)) placeOf.set(query, places[queryKey(query)])
  return fitted(placeOf.get(query), result) as Result
}

/** Returns what a query is called in the file of shapes. */
export function queryKey(query: string): string {
  return createHash('sha256').update(query).digest('base64url').slice(0, 16)
}

function fitted(place: number | undefined, value: unknown): unknown {
  const shape = place === undefined ? undefined : shapes[place]
  const isOpen = !shape?.is && shape?.of === undefined && !shape?.types
  if (isOpen) return value
  const { of } = shape
  const otherwise = of !== undefined && !shape.isNullable ? [] : null
  if (value === null || value === undefined) return value === null ? otherwise : value
  if (Array.isArray(value)) {
    if (of === undefined) return null
    return value.flatMap((item) => (isUnknownObject(of, item) ? [item] : (fitted(of, item) ?? [])))
  }
  if (typeof value !== 'object') return shape.is?.includes(typeof value) ? value : otherwise
  const fields = fieldsOf(shape.types ?? {}, (value as { _type?: unknown })._type)
  if (!fields) return otherwise
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    fitted(Object.hasOwn(fields, name) ? fields[name] : undefined, inner),
  ])
  // An object of another kind lacks the arrays that there always are.
  const arrays = Object.entries(fields)
    .filter(([name]) => !Object.hasOwn(value, name))
    .map(([name, inner]) => [name, fitted(inner, null)] as const)
    .filter(([, array]) => array !== null)
  return Object.fromEntries([...entries, ...arrays])
}

/** Whether an item is of a type that the schemas don't know: its view leaves it out, and logs it. */
function isUnknownObject(place: number, item: unknown): boolean {
  const types = shapes[place]?.types
  const type = (item as { _type?: unknown } | null)?._type
  return types !== undefined && typeof type === 'string' && !fieldsOf(types, type)
}

/** The fields of an object of that type. One without a type may be of the only one that there can be. */
function fieldsOf(types: Required<Shape>['types'], type: unknown) {
  if (typeof type === 'string' && Object.hasOwn(types, type)) return types[type]
  const [only, ...others] = Object.values(types)
  return types['*'] ?? (type === undefined && others.length === 0 ? only : undefined)
}

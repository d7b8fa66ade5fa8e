import { createHash } from 'node:crypto'
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

const indexes: Readonly<Record<string, number>> = generated.queries
/** The shape indexes of queries, by their text: saves the hash on each call. */
const indexByQuery = new Map<string, number | undefined>()
const shapes: readonly Shape[] = generated.shapes as Shape[]

/**
 * Replaces values whose type differs from the schemas with null, and removes such items from arrays. Content can have
 * them, because the API accepts documents that the Studio's forms would reject. Returns results of unknown queries
 * unchanged.
 */
export function fitResult<Result>(query: string, result: Result): Result {
  if (!indexByQuery.has(query)) indexByQuery.set(query, indexes[queryKey(query)])
  return fitValue(indexByQuery.get(query), result) as Result
}

/** Returns the key of a query in query-shapes.json. */
export function queryKey(query: string): string {
  return createHash('sha256').update(query).digest('base64url').slice(0, 16)
}

function fitValue(index: number | undefined, value: unknown): unknown {
  const shape = index === undefined ? undefined : shapes[index]
  const isOpen = !shape?.is && shape?.of === undefined && !shape?.types
  if (isOpen) return value
  const { of } = shape
  const fallback = of !== undefined && !shape.isNullable ? [] : null
  if (value === null || value === undefined) return value === null ? fallback : value
  if (Array.isArray(value)) {
    if (of === undefined) return null
    return value.flatMap((item) =>
      isUnknownObject(of, item) ? [item] : (fitValue(of, item) ?? []),
    )
  }
  if (typeof value !== 'object') return shape.is?.includes(typeof value) ? value : fallback
  const fields = fieldsOf(shape.types ?? {}, (value as { _type?: unknown })._type)
  if (!fields) return fallback
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    fitValue(Object.hasOwn(fields, name) ? fields[name] : undefined, inner),
  ])
  // Adds the arrays that views rely on, because an object with the wrong type may lack them.
  const arrays = Object.entries(fields)
    .filter(([name]) => !Object.hasOwn(value, name))
    .map(([name, inner]) => [name, fitValue(inner, null)] as const)
    .filter(([, array]) => array !== null)
  return Object.fromEntries([...entries, ...arrays])
}

/** Returns whether an item has a type that the schemas don't have. The view skips and logs such an item. */
function isUnknownObject(index: number, item: unknown): boolean {
  const types = shapes[index]?.types
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

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parse, type SchemaType, type TypeNode, typeEvaluate } from 'groq-js'
import { codeFields, schemaTypes } from 'halvi-schemas'
import * as addresses from '../site/addresses.ts'
import { queryKey, type Shape } from '../site/content/walk.ts'
import { siteWords } from '../site/words/words.ts'

// Writes site/content/query-shapes.json: the types of query results as data, and the names of fields that are not texts.
// The server validates results against these shapes; see site/content/walk.ts.

const schemaFile = new URL('../studio/.sanity/schema.json', import.meta.url)
const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as SchemaType
const queries = new URL('../site/content/queries/', import.meta.url)

/** A shape with nested shapes instead of indexes. `any` stands for an unknown type. */
interface NestedShape {
  any?: boolean
  isNullable?: boolean
  is?: string[]
  of?: NestedShape
  types?: Record<string, Record<string, NestedShape>>
}

/** Returns the shape of a type. Merges the types of a union. A recursive type becomes `any` where it repeats. */
function shapeOf(node: TypeNode, within: readonly string[] = []): NestedShape {
  switch (node.type) {
    case 'string':
    case 'number':
    case 'boolean':
      return { is: [node.type] }
    case 'array': {
      return { of: shapeOf(node.of, within) }
    }
    case 'union':
      return node.of.map((one) => shapeOf(one, within)).reduce(merged, {})
    case 'inline': {
      const named = schema.find(({ name }) => name === node.name)
      if (!named || within.includes(node.name)) return { any: true }
      const type = named.type === 'type' ? named.value : { ...named, type: 'object' as const }
      return shapeOf(type, [...within, node.name])
    }
    case 'object': {
      const rest = node.rest ? shapeOf(node.rest, within) : {}
      const own = Object.entries(node.attributes).map(([name, { value, optional }]) => [
        name,
        optional ? merged(shapeOf(value, within), { isNullable: true }) : shapeOf(value, within),
      ])
      const type = node.attributes._type?.value
      const name = type?.type === 'string' && type.value !== undefined ? type.value : '*'
      return merged(rest, { types: { [name]: Object.fromEntries(own) } })
    }
    case 'null':
      return { isNullable: true }
    default:
      return { any: true }
  }
}

function merged(one: NestedShape, other: NestedShape): NestedShape {
  if (one.any || other.any) return { any: true }
  const is = [...new Set([...(one.is ?? []), ...(other.is ?? [])])].sort()
  const of = one.of && other.of ? merged(one.of, other.of) : (one.of ?? other.of)
  const types = { ...one.types }
  for (const [name, fields] of Object.entries(other.types ?? {})) {
    const known = { ...types[name] }
    for (const [field, shape] of Object.entries(fields)) {
      known[field] = known[field] ? merged(known[field], shape) : shape
    }
    types[name] = known
  }
  return {
    ...((one.isNullable || other.isNullable) && { isNullable: true }),
    ...(is.length > 0 && { is }),
    ...(of && { of }),
    ...(Object.keys(types).length > 0 && { types }),
  }
}

/** Each distinct shape, as JSON, with its index. Many values share a shape. */
const table = new Map<string, number>()

/** Adds a shape and its nested shapes to the table. Returns its index. A shape refers to nested shapes by index. */
function indexOf({ any, is, of, isNullable, types }: NestedShape): number {
  const fields = Object.entries(types ?? {}).map(([type, all]) => [
    type,
    Object.fromEntries(Object.entries(all).map(([name, shape]) => [name, indexOf(shape)])),
  ])
  const shape: Shape = any
    ? {}
    : {
        is,
        ...(of && { of: indexOf(of), isNullable }),
        ...(types && { types: Object.fromEntries(fields) }),
      }
  const text = JSON.stringify(shape)
  if (!table.has(text)) table.set(text, table.size)
  return table.get(text) as number
}

const byQuery: Record<string, number> = {}
for (const file of readdirSync(queries).sort()) {
  if (file.endsWith('.test.ts')) continue
  const found = (await import(new URL(file, queries).href)) as Record<string, unknown>
  for (const [name, query] of Object.entries(found)) {
    if (typeof query !== 'string' || !name.endsWith('_QUERY')) continue
    const key = queryKey(query)
    if (key in byQuery) throw new Error(`Two queries have the key ${key}`)
    byQuery[key] = indexOf(shapeOf(typeEvaluate(parse(query), schema)))
  }
}
const names = codeFields(schemaTypes(addresses, siteWords))
const shapes = [...table.keys()].map((text) => `    ${text}`).join(',\n')
const text = `{\n  "codeFields": ${JSON.stringify(names)},\n  "queries": ${JSON.stringify(byQuery, null, 4)},\n  "shapes": [\n${shapes}\n  ]\n}\n`
writeFileSync(new URL('../site/content/query-shapes.json', import.meta.url), text)

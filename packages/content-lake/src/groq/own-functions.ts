import { type ExprNode, GroqSyntaxError, type ParseOptions, parse } from 'groq-js'
import { isRecord } from '../documents/values.ts'
import { LakeError } from '../errors/errors.ts'
import { type OwnFunction, ownCall } from './calls.ts'
import { contains, distance, geo, intersects, latLng } from './geo.ts'
import { call, coalesce, mapChildren } from './nodes.ts'
import { rank } from './text-query.ts'
import { withTextRules } from './texts.ts'

/** Functions that groq-js lacks, or whose results differ there. */
const FUNCTIONS: Readonly<Record<string, OwnFunction>> = {
  'geo::latLng': (...args) => (args.length === 1 ? geo(args[0]) : latLng(args[0], args[1])),
  'geo::contains': contains,
  'geo::intersects': intersects,
  'geo::distance': distance,
  'array::unique': unique,
}

/** Functions that groq-js parses but cannot evaluate. */
const UNSUPPORTED = /^(?:text|media|documents|user)::/

/** Matches strings and comments, which contain no calls. */
const TEXT_OR_COMMENT = /"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\]|\\[\s\S])*'?|\/\/[^\n]*/g

/** Names that groq-js cannot parse. `geo()` is parsed as `geo::latLng()` with one argument. */
const ALIASES = new RegExp(
  `${TEXT_OR_COMMENT.source}|(?<![\\w:])(?<geo>(?:global::)?geo)(?=\\s*\\()|(?<text>text::matchQuery)(?=\\s*\\()`,
  'g',
)

/** Parses a query, whose functions may be those of this file. Throws groq-js's errors, or a `LakeError` 400. */
export function parseWithOwnFunctions(query: string, options: ParseOptions): ExprNode {
  return withOwnFunctions(parseWithAliases(query, options))
}

function parseWithAliases(query: string, options: ParseOptions): ExprNode {
  try {
    return parse(query, options)
  } catch (error) {
    // Syntax errors have a position, so the query must not change before they are found.
    if (error instanceof GroqSyntaxError) throw error
    const renamed = query.replace(ALIASES, (found, ...rest) => {
      const { geo, text } = rest.at(-1) as { geo?: string; text?: string }
      return geo ? 'geo::latLng' : text ? 'text::query' : found
    })
    if (renamed === query) throw error
    return parse(renamed, options)
  }
}

function withOwnFunctions(node: ExprNode): ExprNode {
  if (node.type === 'PipeFuncCall' && node.name === 'score') {
    if (!areDocuments(node.base))
      throw invalid('score() needs documents: use it before a projection')
    return { ...node, base: withOwnFunctions(node.base), args: node.args.map(scored) }
  }
  const found = textMatch(node)
  if (found) return ownCall((...args) => rank(...(args as [unknown])) > 0, found)
  const copy = withTextRules(mapChildren(node, withOwnFunctions))
  if (copy.type !== 'FuncCall') return copy
  const name = `${copy.namespace}::${copy.name}`
  const [first, second] = copy.args
  if (name === 'documents::get' && first) return documentOf(first)
  if (name === 'media::aspect' && first && second) {
    return ownCall(aspect, [coalesce(documentOf(first), first), second])
  }
  const own = FUNCTIONS[name]
  if (own) return ownCall(own, copy.args)
  if (name === 'text::query') throw invalid(`${name}() must be on the right of match`)
  if (UNSUPPORTED.test(name)) throw invalid(`${name}() is not supported`)
  return copy
}

/** Returns whether an expression is `*` with filters, slices, and pipes only. */
function areDocuments(node: ExprNode): boolean {
  if (node.type === 'Everything') return true
  const keeps = ['Filter', 'Slice', 'Group', 'PipeFuncCall', 'ArrayCoerce'].includes(node.type)
  return keeps && 'base' in node && areDocuments(node.base as ExprNode)
}

/**
 * Returns an argument of `score()`. groq-js adds a match's own score, of which it has none for `text::query`, and 1 for
 * anything in parentheses.
 */
function scored(node: ExprNode): ExprNode {
  if (node.type === 'Group') return scored(node.base)
  if (node.type === 'And' || node.type === 'Or') return mapChildren(node, scored)
  if (node.type === 'FuncCall' && node.name === 'boost') {
    const [inner, ...rest] = node.args
    if (inner) return { ...node, args: [scored(inner), ...rest.map(withOwnFunctions)] }
  }
  const found = textMatch(node)
  if (!found) return withOwnFunctions(node)
  const more = ownCall((...args) => rank(...(args as [unknown])) - 1, found)
  return call('global', 'boost', [withOwnFunctions(node), more])
}

/** Returns the search and the texts of `texts match text::query(search)`. */
function textMatch(node: ExprNode): ExprNode[] | undefined {
  if (node.type !== 'OpCall' || node.op !== 'match') return undefined
  const right = node.right.type === 'Group' ? node.right.base : node.right
  if (right.type !== 'FuncCall' || right.namespace !== 'text' || right.name !== 'query')
    return undefined
  const { left } = node
  const isList = left.type === 'Array' && left.elements.every(({ isSplat }) => !isSplat)
  const texts = isList ? left.elements.map(({ value }) => value) : [left]
  return [...right.args, ...texts].map(withOwnFunctions)
}

/** Returns an expression for the document of a reference or an id. */
function documentOf(reference: ExprNode): ExprNode {
  return { type: 'Deref', base: ownCall(referenceTo, [reference]) }
}

function referenceTo(value: unknown): { _ref: string } | null {
  const id = isRecord(value) ? value._ref : value
  // The id of a global reference follows its resource: `dataset:project.name:id`.
  return typeof id === 'string' ? { _ref: id.slice(id.lastIndexOf(':') + 1) } : null
}

/** Returns an aspect of an asset, as the documents of a media library have them. */
function aspect(asset: unknown, name: unknown): unknown {
  const aspects = isRecord(asset) ? asset.aspects : undefined
  return isRecord(aspects) && Object.hasOwn(aspects, String(name)) ? aspects[String(name)] : null
}

/** Returns a list without repeated strings, numbers, booleans, and nulls. Lists and objects are never equal. */
function unique(list: unknown): unknown {
  if (!Array.isArray(list)) return null
  const known = new Set<unknown>()
  return list.filter((item: unknown) => {
    const value = item ?? null
    if (typeof value === 'object' && value !== null) return true
    const isNew = !known.has(value)
    known.add(value)
    return isNew
  })
}

function invalid(reason: string): LakeError {
  return new LakeError(400, 'queryError', reason)
}

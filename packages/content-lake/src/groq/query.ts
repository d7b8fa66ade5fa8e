import {
  type AnyStaticValue,
  type EvaluateOptions,
  type ExprNode,
  evaluateSync,
  GroqSyntaxError,
  toJS,
} from 'groq-js'
import { LRUCache } from 'lru-cache'
import type { SanityDocument } from '../documents/document.ts'
import type { Perspective } from '../documents/perspective.ts'
import type { View } from '../documents/view.ts'
import { LakeError } from '../errors/errors.ts'
import { evaluateTree } from './evaluate-tree.ts'
import { checkResult, type QueryLimits } from './limits.ts'
import { findNode } from './nodes.ts'
import { parseWithOwnFunctions } from './own-functions.ts'
import { plan } from './plan.ts'
import { type ContentSourceMap, sourceMapOf } from './source-map.ts'
import { SEPARATOR, type Source, taggedView } from './tagged-view.ts'
import { Dependencies, type SyncTag } from './tags.ts'
import { TimeLimitError, withTimeLimit } from './time-limit.ts'
import { untagged } from './untagged.ts'

export interface QueryContext {
  view: View
  perspective: Perspective
  identity: string
  projectId: string
  dataset: string
  limits: QueryLimits
  /** Whether to add `resultSourceMap`, for which the query is evaluated twice. */
  sourceMap?: boolean
}

interface Found {
  result: unknown
  syncTags: SyncTag[]
  resultSourceMap?: ContentSourceMap
}

/**
 * Evaluates a GROQ query. Callers must not change the result. Throws a `LakeError` 400; a syntax error includes its
 * position.
 */
export function runQuery(
  query: string,
  params: Record<string, unknown>,
  context: QueryContext,
): Found {
  const { timeoutMs } = context.limits
  const key = JSON.stringify([query, params])
  let parsed = parsedQueries.get(key)
  try {
    const work = () => {
      parsed ??= parseQueries(query, params)
      return find(parsed, params, context)
    }
    return withTimeLimit(timeoutMs, work)
  } catch (error) {
    if (error instanceof LakeError) throw error
    if (error instanceof TimeLimitError) {
      const reason = `The query took more than ${timeoutMs} ms`
      throw new LakeError(400, 'queryTimeoutError', reason, { query })
    }
    const message = error instanceof Error ? error.message : error
    throw queryError(`The query cannot be evaluated: ${message}`, { query })
  } finally {
    // Not within the time limit, which could stop the change of the cache halfway.
    if (parsed) parsedQueries.set(key, parsed)
  }
}

function find(parsed: ParsedQuery, params: Record<string, unknown>, context: QueryContext): Found {
  const { view } = context
  const dependencies = new Dependencies(context.perspective)
  const timestamp = new Date()
  const evaluate = (node: ExprNode, source: Source, maxBytes: number) => {
    const options: EvaluateOptions = {
      // The same time for all parts of the query.
      timestamp,
      dataset: source.show(view.documents),
      params,
      identity: context.identity,
      sanity: { projectId: context.projectId, dataset: context.dataset },
      dereference: ({ _ref: id }) => {
        dependencies.document(id)
        const found = view.byId.get(id)
        return found && source.show([found])[0]
      },
    }
    const evaluatePart = (part: ExprNode) => evaluateSync(part, options).data
    const data = evaluateTree(plan(node, source, dependencies, evaluatePart), options)
    checkResult(data, maxBytes)
    return toJS({ data } as AnyStaticValue) ?? null
  }
  const { responseBytes } = context.limits
  const plain = { view, show: (documents: readonly SanityDocument[]) => documents }
  const result = evaluate(parsed.tree, plain, responseBytes)
  if (!context.sourceMap) return { result, syncTags: dependencies.tags() }
  // Evaluate again over documents whose strings carry their origin.
  const tagged = evaluate(parsed.tagged(), taggedView(view), responseBytes * TAGGED_FACTOR)
  const resultSourceMap = sourceMapOf(result, tagged)
  return { result, syncTags: dependencies.tags(), resultSourceMap }
}

const TAGGED_FACTOR = 8

interface ParsedQuery {
  tree: ExprNode
  /** The query for documents with tagged strings. */
  tagged(): ExprNode
}

/**
 * Parsed queries with their parameters: a site sends the same queries for every page, and those of pages with sections
 * take several milliseconds to parse. The size is the length in characters. A parsed query takes about 32 bytes for
 * each.
 */
const parsedQueries = new LRUCache<string, ParsedQuery>({
  maxSize: 400_000,
  maxEntrySize: 40_000,
  sizeCalculation: (_parsed, key) => key.length,
})

function parseQueries(query: string, params: Record<string, unknown>): ParsedQuery {
  const tree = parseQuery(query, params)
  let tagged: ExprNode | undefined
  return {
    tree,
    tagged() {
      tagged ??= untagged(tree, SEPARATOR)
      return tagged
    },
  }
}

const PARAMETER_NAME = /^[A-Za-z_]\w*$/

/** Matches a query that ends before an expression. */
const CUT_OFF = /(?:^|[=<>!&|+/%([,:]|\b(?:in|match))\s*$/

const MAX_QUERY_LENGTH = 64_000

/** Parses a query and inserts its parameters. Throws a `LakeError` 400. */
export function parseQuery(query: string, params: Record<string, unknown>): ExprNode {
  for (const name of Object.keys(params)) {
    if (!PARAMETER_NAME.test(name) || name in Object.prototype) {
      throw queryError(`Invalid parameter name ${JSON.stringify(name)}`, { query })
    }
  }
  if (query.length > MAX_QUERY_LENGTH)
    throw queryError(`The query is longer than ${MAX_QUERY_LENGTH} characters`)
  let tree: ExprNode
  try {
    // groq-js requires a line break after a comment.
    tree = parseWithOwnFunctions(`${query}\n`, { params })
  } catch (error) {
    if (error instanceof LakeError) throw error
    const { length } = query
    const isSyntax = error instanceof GroqSyntaxError
    const start = isSyntax ? Math.min(error.position, length) : 0
    const isCutOff = isSyntax && start >= query.trimEnd().length && CUT_OFF.test(query)
    const reason = error instanceof Error ? error.message : String(error)
    const description = isCutOff ? 'unexpected end-of-file, expected expression' : reason
    throw parseError(description, query, start, isSyntax ? Math.min(start + 1, length) : length)
  }
  const missing = findNode(tree, ({ type }) => type === 'Parameter')
  if (missing?.type === 'Parameter') {
    const start = Math.max(0, query.indexOf(`$${missing.name}`))
    const description = `param $${missing.name} referenced, but not provided`
    throw parseError(description, query, start, start + missing.name.length + 1)
  }
  return tree
}

function queryError(reason: string, details?: { query: string }): LakeError {
  return new LakeError(400, 'queryError', reason, details)
}

function parseError(description: string, query: string, start: number, end: number): LakeError {
  return new LakeError(400, 'queryParseError', description, { query, start, end })
}

import { createHash } from 'node:crypto'
import { anyTag } from './content-updates.ts'
import type { Facts } from './fact-lookup.ts'
import type { Walked } from './walk.ts'

/** The result of a query as the API sent it. Shared between pages: the value must not be modified. */
export interface QueryResult {
  /** Identifies the query with its parameters. */
  id: string
  value: unknown
  /** Identifies the query and the value. A page that shows another value is stale. */
  tag: string
  /** The tags of the facts that pages use, by name. Only the result of the query of all facts has some. */
  factTags: Map<string, string>
  refersToFacts: boolean
  /** Whether the result is no longer tracked, because a newer one has replaced it or it was evicted. */
  isRetired: boolean
  /** The sync tags of the content that the value depends on. */
  syncTags: ReadonlySet<string>
  /** When the value was read, and when it replaced another one, in milliseconds since 1970. 0: never. */
  readAt: number
  changedAt: number
  /** The latest walk of the value. An unchanged value stays the same object. */
  walked?: Walked<unknown> & { source: Facts | null | undefined }
}

/** Matches a value in which texts refer to facts. */
const factReference = /"_type":"(commissionRange|programFact|siteFact|datedSentence)"/

/** Returns the result with a value that the API sent. */
export function queryResult(key: string, value: unknown, syncTags: Iterable<string>): QueryResult {
  const text = JSON.stringify(value) ?? ''
  const id = hash(key)
  return {
    id,
    value,
    tag: `${id} ${hash(text)}`,
    factTags: new Map(),
    refersToFacts: factReference.test(text),
    isRetired: false,
    syncTags: new Set(syncTags),
    readAt: Date.now(),
    changedAt: 0,
  }
}

/** Returns a result that may be out of date already. Every change affects the pages that show it. */
export const untracked = (result: QueryResult): QueryResult => ({ ...result, tag: anyTag })

/** Returns the tag of a fact. The name is that of a field, or of a list and the id of a document in it. */
export function factTag(result: QueryResult, name: string): string {
  if (result.tag === anyTag || result.isRetired) return anyTag
  const tag = result.factTags.get(name) ?? `${result.id} ${name} ${hash(factText(result, name))}`
  result.factTags.set(name, tag)
  return tag
}

function factText({ value }: QueryResult, name: string): string {
  const [field = '', ...rest] = name.split('.')
  const facts = (value as Record<string, unknown> | null)?.[field]
  const id = rest.join('.')
  return (
    JSON.stringify(id && Array.isArray(facts) ? facts.find(({ _id }) => _id === id) : facts) ?? ''
  )
}

/** Stops tracking a result. Returns its tags that do not hold for a newer one, or all without a newer one. */
export function retire(before: QueryResult, after?: QueryResult): Set<string> {
  before.isRetired = true
  const facts = [...before.factTags].filter(([name, tag]) => !after || factTag(after, name) !== tag)
  return new Set([before.tag, ...facts.map(([, tag]) => tag)])
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)

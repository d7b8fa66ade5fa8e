import { createHash } from 'node:crypto'
import { anyTag } from './content-updates.ts'
import type { Facts } from './fact-lookup.ts'
import type { Walked } from './walk.ts'

/** The answer to a query as the API sent it. Shared between pages: the result must not be modified. */
export interface Answer {
  /** Identifies the query with its parameters. */
  id: string
  result: unknown
  /** Identifies the query and the result. A page that shows another result is stale. */
  tag: string
  /** The tags of the facts that pages use, by name. Only the answer to the query of all facts has some. */
  factTags: Map<string, string>
  refersToFacts: boolean
  /** Whether the answer is no longer tracked, because a newer one has replaced it or it was evicted. */
  isRetired: boolean
  /** The sync tags of the content that the result depends on. */
  syncTags: ReadonlySet<string>
  /** When the result was read, and when it replaced another one, in milliseconds since 1970. 0: never. */
  readAt: number
  changedAt: number
  /** The latest walk of the result. An unchanged result stays the same object. */
  walked?: Walked<unknown> & { source: Facts | null | undefined }
}

/** Matches a result in which texts refer to facts. */
const factReference = /"_type":"(commissionRange|programFact|siteFact|datedSentence)"/

/** Returns the answer with a result of the API. */
export function answerOf(key: string, result: unknown, syncTags: Iterable<string>): Answer {
  const text = JSON.stringify(result) ?? ''
  const id = hash(key)
  return {
    id,
    result,
    tag: `${id} ${hash(text)}`,
    factTags: new Map(),
    refersToFacts: factReference.test(text),
    isRetired: false,
    syncTags: new Set(syncTags),
    readAt: Date.now(),
    changedAt: 0,
  }
}

/** Returns an answer that may be out of date already. Every change affects the pages that show it. */
export const untracked = (answer: Answer): Answer => ({ ...answer, tag: anyTag })

/** Returns the tag of a fact. The name is that of a field, or of a list and the id of a document in it. */
export function factTag(answer: Answer, name: string): string {
  if (answer.tag === anyTag || answer.isRetired) return anyTag
  const tag = answer.factTags.get(name) ?? `${answer.id} ${name} ${hash(factText(answer, name))}`
  answer.factTags.set(name, tag)
  return tag
}

function factText({ result }: Answer, name: string): string {
  const [field = '', ...rest] = name.split('.')
  const value = (result as Record<string, unknown> | null)?.[field]
  const id = rest.join('.')
  return (
    JSON.stringify(id && Array.isArray(value) ? value.find(({ _id }) => _id === id) : value) ?? ''
  )
}

/** Stops tracking an answer. Returns its tags that do not hold for a newer one, or all without a newer one. */
export function retire(before: Answer, after?: Answer): Set<string> {
  before.isRetired = true
  const facts = [...before.factTags].filter(([name, tag]) => !after || factTag(after, name) !== tag)
  return new Set([before.tag, ...facts.map(([, tag]) => tag)])
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)

import type { HistoryRange, Moment } from '../dataset/history.ts'
import type { SanityDocument } from '../documents/document.ts'
import type { Perspective } from '../documents/perspective.ts'
import type { QueryLimits } from '../groq/limits.ts'
import type { Inspected } from '../groq/predicate.ts'

/** A query of `data/query`. */
export interface QueryTask {
  task: 'query'
  query: string
  params: Record<string, unknown>
  perspective: Perspective
  /** What `identity()` answers. */
  identity: string
  limits: QueryLimits
  /** Tells of each text in the result where it comes from. */
  sourceMap: boolean
  /** Repeats the query in the answer. */
  returnQuery: boolean
}

/** What the queries in a list of mutations select, as those before each would leave the documents. */
export interface SelectTask {
  task: 'select'
  mutations: readonly unknown[]
  transactionId: string
}

/** What a listener's query demands of a document, where that can be told without GROQ. */
interface InspectTask {
  task: 'inspect'
  query: string
  params: Record<string, unknown>
}

/** Which of these documents a listener's query selects, each by itself. */
export interface MatchTask {
  task: 'match'
  query: string
  params: Record<string, unknown>
  identity: string
  documents: readonly SanityDocument[]
  milliseconds: number
}

/** What `data/history/…/transactions` answers. */
export interface TransactionsTask {
  task: 'transactions'
  ids: readonly string[]
  range: HistoryRange
  withEffects: boolean
  /** Leaves other documents of a transaction unnamed. */
  identifiedOnly: boolean
  answerBytes: number
}

/** What `data/history/…/documents` answers. */
export interface PastDocumentsTask {
  task: 'documents'
  ids: readonly string[]
  moment: Moment
  answerBytes: number
}

/** A job of an evaluator. `start` is done when it has read the documents. */
export type Task =
  | { task: 'start' }
  | QueryTask
  | SelectTask
  | InspectTask
  | MatchTask
  | TransactionsTask
  | PastDocumentsTask

/** What comes back for each. */
export interface Answers {
  start: undefined
  /** The body of the answer, JSON. */
  query: Uint8Array
  /** The lists of ids, and after which transaction they hold. */
  select: { seq: number; selected: string[][] }
  inspect: Inspected
  match: boolean[]
  /** NDJSON. */
  transactions: Uint8Array
  /** JSON. */
  documents: Uint8Array
}

/** A committed transaction, as an evaluator hears of it: ids with documents as JSON, null for what is deleted. */
export interface Told {
  seq: number
  changes: [id: string, json: string | null][]
}

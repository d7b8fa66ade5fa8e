import type { HistoryPoint, HistoryRange } from '../dataset/history.ts'
import type { SanityDocument } from '../documents/document.ts'
import type { Perspective } from '../documents/perspective.ts'
import type { QueryLimits } from '../groq/limits.ts'
import type { Inspected } from '../groq/predicate.ts'
import type { HookChange } from '../webhooks/payloads.ts'
import type { HookRule } from '../webhooks/webhook.ts'

/** A query sent to `data/query`. */
export interface QueryTask {
  task: 'query'
  query: string
  params: Record<string, unknown>
  perspective: Perspective
  /** The value of the GROQ function `identity()`. */
  identity: string
  limits: QueryLimits
  /** Whether to return a content source map: the document and attribute of each string in the result. */
  sourceMap: boolean
  /** Whether to include the query in the response. */
  returnQuery: boolean
}

/** Asks for the ids that the queries in a list of mutations select. Each query sees the mutations before it. */
export interface SelectTask {
  task: 'select'
  mutations: readonly unknown[]
  transactionId: string
}

/**
 * Asks for the conditions that a listener's query puts on a document, as far as they follow from the query's text.
 */
interface InspectTask {
  task: 'inspect'
  query: string
  params: Record<string, unknown>
}

/** Asks which of these documents a listener's query selects. Each document is evaluated alone. */
export interface MatchTask {
  task: 'match'
  query: string
  params: Record<string, unknown>
  identity: string
  documents: readonly SanityDocument[]
  timeoutMs: number
}

/** Asks for the payloads of a webhook for changes, null for those that its filter rejects. */
export interface HookTask {
  task: 'hook'
  rule: HookRule
  changes: readonly HookChange[]
  timeoutMs: number
}

/** Asks for the response body of `data/history/…/transactions`. */
export interface TransactionsTask {
  task: 'transactions'
  ids: readonly string[]
  range: HistoryRange
  withEffects: boolean
  /** Whether to leave out the ids of documents that are not in `ids`. */
  identifiedOnly: boolean
  responseBytes: number
}

/** Asks for the response body of `data/history/…/events/documents`. */
export interface EventsTask {
  task: 'events'
  id: string
  limit: number
}

/** Asks for the response body of `data/history/…/documents`. */
export interface PastDocumentsTask {
  task: 'documents'
  ids: readonly string[]
  point: HistoryPoint
  responseBytes: number
}

/** A task for the evaluation process. `start` resolves when the process has read the documents. */
export type Task =
  | { task: 'start' }
  | QueryTask
  | SelectTask
  | InspectTask
  | MatchTask
  | HookTask
  | TransactionsTask
  | PastDocumentsTask
  | EventsTask

/** The result of each task. */
export interface TaskResults {
  start: undefined
  /** The response body, as JSON. */
  query: Uint8Array
  /** The selected ids of each query, and the transaction number at which they were valid. */
  select: { seq: number; selected: string[][] }
  inspect: Inspected
  match: boolean[]
  hook: (string | null)[]
  /** NDJSON. */
  transactions: Uint8Array
  /** JSON. */
  documents: Uint8Array
  /** The response body. */
  events: Uint8Array
}

/**
 * A committed transaction, sent to the evaluation process: ids with the new documents as JSON, or null for deleted
 * documents.
 */
export interface ReplicatedTransaction {
  seq: number
  changes: [id: string, json: string | null][]
}

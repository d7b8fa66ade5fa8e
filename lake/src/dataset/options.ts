import type { Log } from 'halvi-runtime/log'
import type { SanityDocument } from '../documents/document.ts'
import type { Perspective } from '../documents/perspective.ts'
import type { QueryLimits } from '../groq/limits.ts'
import type { ContentSourceMap } from '../groq/source-map.ts'
import type { SyncTag } from '../groq/tags.ts'

/** Where a dataset is kept and what it is called. */
export interface DatasetOptions {
  directory: string
  projectId: string
  dataset: string
  /** Throws a `LakeError` for a document that a transaction must not create. */
  checkNew?: (document: SanityDocument) => void
  /** Hears of listeners that throw; the transaction stands all the same. */
  onListenerError?: (error: unknown) => void
  log?: Pick<Log, 'warn'>
}

/** How a query is to be evaluated. */
export interface QueryOptions {
  /** A name as `@sanity/client` gives it, or a resolved one; `raw` by default. */
  perspective?: string | Perspective
  /** What `identity()` answers. */
  identity?: string
  /** `PROGRAM_LIMITS` by default. */
  limits?: QueryLimits
  /** Tells of each text in the result where it comes from. */
  sourceMap?: boolean
}

/** A query's result; `ms` is the time that it took. */
export interface QueryResult {
  result: unknown
  syncTags: SyncTag[]
  /** Where it was asked for. */
  resultSourceMap?: ContentSourceMap
  ms: number
}

/** Who writes, and how. */
export interface TransactOptions {
  /** Becomes the `_rev` of the documents; made up when absent. */
  transactionId?: string
  /** The user's id. */
  author: string
  /** Check and compute everything, but store nothing. */
  dryRun?: boolean
  /** Accept any number of mutations and any amount of work: for content that was accepted before. */
  unbounded?: boolean
  /** What the queries in the mutations select, in their order, where that is known already. */
  selected?: readonly string[][]
}

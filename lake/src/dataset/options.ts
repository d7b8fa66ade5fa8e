import type { Log } from 'halvi-runtime/log'
import type { SanityDocument } from '../documents/document.ts'

export interface DatasetOptions {
  directory: string
  projectId: string
  dataset: string
  /** Throws a `LakeError` for a document that a transaction must not create. */
  checkNew?: (document: SanityDocument) => void
  onListenerError?: (error: unknown) => void
  log?: Pick<Log, 'warn'>
}

export interface TransactOptions {
  /** Becomes the `_rev` of the documents; random when absent. */
  transactionId?: string
  author: string
  dryRun?: boolean
  /** Accepts any number of mutations and any amount of work: for content that was accepted before. */
  unbounded?: boolean
  /** The ids that the queries in the mutations select, in their order, where they are known already. */
  selected?: readonly string[][]
}

import type { Log } from 'halvi-kit/log'
import type { SanityDocument } from '../documents/document.ts'
import type { Permissions } from '../users/user.ts'

export interface DatasetOptions {
  directory: string
  projectId: string
  dataset: string
  /** Throws a `LakeError` for a document that must not be created. */
  checkNew?: (document: SanityDocument) => void
  /**
   * Throws a `LakeError` for a change that must not be made. A document that is created has no `before`, one that is
   * deleted no `after`. `before` is the last state if only the history of a deleted document is purged.
   */
  checkWrite?: (
    before: SanityDocument | undefined,
    after: SanityDocument | undefined,
    by: Pick<TransactOptions, 'author' | 'may'>,
  ) => void
  /** Whether writes wait until they are on disk. True by default. */
  durable?: boolean
  /** Stores preview secrets like other documents, so that a site can look them up with a query. */
  storesPreviewSecrets?: boolean
  onListenerError?: (error: unknown) => void
  log?: Pick<Log, 'warn'>
}

export interface TransactOptions {
  /** The transaction's id, which becomes the `_rev` of its documents. Random by default. */
  transactionId?: string
  author: string
  /** The author's permissions. None by default. */
  may?:
    | Pick<
        Permissions,
        'publishesContent' | 'managesPeople' | 'onlyWhere' | 'mayDraft' | 'mayAlsoChange'
      >
    | undefined
  dryRun?: boolean
  /**
   * Accepts any number of mutations and any amount of work, and changes of system documents and of versions that are
   * locked. For an operator's imports and migrations.
   */
  unbounded?: boolean
  /** Leaves the creation of documents out of the history, which halves the disk space of an import. */
  withoutCreations?: boolean
  /** Rejects the transaction with 403 if it changes anything but drafts, also as a dry run. */
  draftsOnly?: boolean
  /** The ids that the queries in the mutations select, in order, if the caller has evaluated them already. */
  selected?: readonly string[][]
}

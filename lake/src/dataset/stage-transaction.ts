import { newTransactionId } from '../documents/ids.ts'
import type { Transaction } from '../documents/transaction.ts'
import { LakeError } from '../errors/errors.ts'
import { transactionCharacters } from '../limits/limits.ts'
import { failed, itemised, type StepKind } from '../transactions/failure.ts'
import { selectIds } from '../transactions/selection.ts'
import { Staging } from '../transactions/staging.ts'
import type { DocumentsInMemory } from './documents-in-memory.ts'
import type { DatasetOptions, TransactOptions } from './options.ts'
import { checkReferences } from './references.ts'

const TRANSACTION_ID = /^[a-zA-Z0-9._-]{1,128}$/
const MAX_STEPS = 20_000

/** What a transaction is staged on. */
interface Stored extends Pick<DatasetOptions, 'projectId' | 'dataset' | 'checkNew'> {
  documents: DocumentsInMemory
  hasTransaction(id: string): boolean
}

/** A transaction that may be committed as it is, and what its steps came to. */
interface StagedTransaction<Outcome> {
  transaction: Omit<Transaction, 'seq'>
  outcomes: Outcome[]
  staging: Staging
}

/**
 * Does all steps on what is stored, which stays as it is, and checks what would come of it. Throws a
 * `LakeError` in the shape of `failed`.
 */
export function stageTransaction<Step, Outcome>(
  kind: StepKind,
  steps: readonly Step[],
  apply: (step: Step, staging: Staging) => Outcome,
  { projectId, dataset, checkNew, documents, hasTransaction }: Stored,
  { transactionId = newTransactionId(), author, selected, unbounded = false }: TransactOptions,
): StagedTransaction<Outcome> {
  if (!TRANSACTION_ID.test(transactionId)) {
    throw failed(kind, undefined, new LakeError(400, `${kind}Error`, 'Invalid transaction ID'))
  }
  if (steps.length > MAX_STEPS && !unbounded) {
    throw failed(kind, undefined, new LakeError(400, `${kind}Error`, `Too many ${kind}s`))
  }
  const timestamp = new Date().toISOString()
  const stored = {
    projectId,
    dataset,
    view: () => documents.viewOf('raw'),
    ids: () => documents.ids(),
  }
  const lists = selected?.values()
  const staging = new Staging(
    (id) => documents.get(id),
    (query, params, staged) =>
      lists ? (lists.next().value ?? []) : selectIds(query, params, staged, stored),
    { transactionId, timestamp },
    unbounded ? Number.POSITIVE_INFINITY : transactionCharacters,
  )
  const outcomes = steps.map((step, index) => itemised(kind, index, () => apply(step, staging)))
  itemised(kind, undefined, () => {
    for (const [id, document] of staging.after) {
      if (document && document._type !== documents.get(id)?._type) checkNew?.(document)
    }
    checkReferences(staging.after, (id) => staging.get(id), documents.references)
    if (hasTransaction(transactionId)) {
      const reason = `Transaction "${transactionId}" already exists`
      throw new LakeError(409, `${kind}Error`, reason, { id: transactionId })
    }
  })
  const transaction = { id: transactionId, timestamp, author, changes: staging.changes() }
  return { transaction, outcomes, staging }
}

import { followRevisions } from '../actions/publish-release.ts'
import type { Documents, SanityDocument } from '../documents/document.ts'
import { isDraft, isPublished, newTransactionId, publishedId } from '../documents/ids.ts'
import type { Transaction } from '../documents/transaction.ts'
import type { View } from '../documents/view.ts'
import {
  LakeError,
  missingPermission,
  type StepKind,
  transactionError,
  withStepError,
} from '../errors/errors.ts'
import { maxTransactionCharacters } from '../limits/limits.ts'
import { checkVersions } from '../releases/locks.ts'
import type { ReleaseIndex } from '../releases/release-index.ts'
import { selectIds } from '../transactions/selection.ts'
import { Staging } from '../transactions/staging.ts'
import type { DatasetOptions, TransactOptions } from './options.ts'
import { checkReferences, type ReferenceIndex } from './references.ts'

const TRANSACTION_ID = /^[a-zA-Z0-9._-]{1,128}$/
const MAX_STEPS = 20_000

interface Stored extends Pick<DatasetOptions, 'projectId' | 'dataset' | 'checkNew' | 'checkWrite'> {
  documents: Documents
  references: ReferenceIndex
  releases: ReleaseIndex
  lastState(id: string): SanityDocument | undefined
  view(): View
  hasTransaction(id: string): boolean
}

interface StagedTransaction<Outcome> {
  transaction: Omit<Transaction, 'seq'>
  outcomes: Outcome[]
  staging: Staging
}

/** Applies all steps to a copy of the stored documents and checks the result. Throws a `transactionError`. */
export function stageTransaction<Step, Outcome>(
  kind: StepKind,
  steps: readonly Step[],
  apply: (step: Step, staging: Staging) => Outcome,
  stored: Stored,
  options: TransactOptions,
): StagedTransaction<Outcome> {
  const { documents, references, releases, lastState } = stored
  const { transactionId = newTransactionId(), author, selected, unbounded = false } = options
  const invalid = (reason: string) =>
    transactionError(kind, new LakeError(400, `${kind}Error`, reason))
  if (!TRANSACTION_ID.test(transactionId)) throw invalid('Invalid transaction ID')
  if (steps.length > MAX_STEPS && !unbounded) throw invalid(`Too many ${kind}s`)
  const timestamp = new Date().toISOString()
  const lists = selected?.values()
  const staging = new Staging(
    (id) => documents.get(id),
    (query, params, staged) =>
      lists ? (lists.next().value ?? []) : selectIds(query, params, staged, stored),
    { transactionId, timestamp, author },
    {
      maxCharacters: unbounded ? Number.POSITIVE_INFINITY : maxTransactionCharacters,
      isSystem: unbounded,
      releases,
      lastState,
    },
  )
  const outcomes = steps.map((step, index) =>
    withStepError(kind, index, () => apply(step, staging)),
  )
  if (options.draftsOnly) checkDraftsOnly(staging, documents, options.may)
  withStepError(kind, undefined, () => {
    const { after, purged } = staging
    for (const id of new Set([...after.keys(), ...purged])) {
      const document = after.get(id)
      const before = documents.get(id) ?? (purged.has(id) ? lastState(id) : undefined)
      if (document && document._type !== before?._type) stored.checkNew?.(document)
      stored.checkWrite?.(before, document, options)
    }
    if (unbounded) followRevisions([...after.keys()].filter(isPublished), staging)
    else {
      const countVersions = (name: string) => staging.versionsOf(name).length
      checkVersions(after, (id) => staging.get(id), staging.stored, countVersions)
    }
    checkReferences(after, (id) => staging.get(id), references)
    if (stored.hasTransaction(transactionId)) {
      const reason = `Transaction "${transactionId}" already exists`
      throw new LakeError(409, `${kind}Error`, reason, { id: transactionId })
    }
  })
  const transaction = { id: transactionId, timestamp, author, changes: staging.changes() }
  return { transaction, outcomes, staging }
}

/**
 * Throws a `LakeError` 403 if a transaction touches a published document, a release, or a version, deletes history, or
 * touches a draft beyond the limits of the author's role. It checks the result, so it does not matter which mutations,
 * queries, or actions would change the documents.
 */
function checkDraftsOnly(
  staging: Staging,
  documents: Documents,
  { onlyWhere, mayDraft, mayAlsoChange }: NonNullable<TransactOptions['may']> = NO_PERMISSIONS,
): void {
  if (staging.purged.size > 0) {
    throw missingPermission('editHistory', 'Your role does not permit deleting history')
  }
  const get = (id: string) => staging.get(id)
  for (const [id, after] of staging.after) {
    const before = documents.get(id)
    const change = { before, after, get, onlyWhere }
    if (!isDraft(id)) {
      if (mayAlsoChange?.(change)) continue
      throw missingPermission('update', `Your role permits changing drafts only, not "${id}"`)
    }
    if (mayDraft && !mayDraft(change))
      throw missingPermission('update', `Your role does not permit this draft with the id "${id}"`)
    // Publishing the draft would replace the published document, which must be within the limits, too.
    const states = [before, after, documents.get(publishedId(id))].filter(
      (one) => one !== undefined,
    )
    const isOutside = (one: SanityDocument) =>
      !onlyWhere?.some(({ field, value }) => one[field] === value)
    if (!onlyWhere || !states.some(isOutside)) continue
    const limits = onlyWhere
      .map(({ field, value }) => (value === undefined ? `no ${field}` : `${field} "${value}"`))
      .join(' or ')
    throw missingPermission(
      'update',
      `Your role permits changing drafts with ${limits}, not "${id}"`,
    )
  }
}

const NO_PERMISSIONS = { publishesContent: false, managesPeople: false }

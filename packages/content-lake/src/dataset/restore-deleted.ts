import { isRecord } from '../documents/values.ts'
import { httpError } from '../errors/errors.ts'
import type { Dataset } from './dataset.ts'
import type { TransactOptions } from './options.ts'

/** Returns whether documents of a type belong to the system, such as assets, whose files are gone with them. */
export function isSystemType(type: string): boolean {
  return type.startsWith('sanity.') || type.startsWith('system.')
}

/**
 * Creates the draft of a deleted document again. References to documents that are missing too become weak until the
 * draft is published, so that documents can be restored in any order. Throws a `LakeError` 404 if the document is not
 * deleted, or its history was pruned.
 */
export function restoreDeleted(
  dataset: Dataset,
  id: string,
  { author, may }: Pick<TransactOptions, 'author' | 'may'>,
) {
  const found = dataset.past.deletedById(id)
  if (!found || isSystemType(found.document._type)) {
    throw httpError(404, 'This document is not among the deleted ones')
  }
  const isMissing = (target: string) => dataset.get(target) === undefined
  const { _rev, _updatedAt, ...content } = found.document
  const document = weakened(content, isMissing) as typeof content
  const { transactionId } = dataset.transact([{ create: { ...document, _id: `drafts.${id}` } }], {
    ...{ author, may, draftsOnly: true },
  })
  return { id, transactionId }
}

/** Returns a value in which strong references to missing documents are weak. */
function weakened(value: unknown, isMissing: (id: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => weakened(item, isMissing))
  if (!isRecord(value)) return value
  const { _ref: ref } = value
  if (typeof ref === 'string' && value._weak !== true && isMissing(ref))
    return { ...value, _weak: true, _strengthenOnPublish: {} }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, weakened(inner, isMissing)]),
  )
}

import { LakeError } from '../errors/errors.ts'

/** What a transaction is made of, and the type of the error when it fails. */
export type StepKind = 'mutation' | 'action'

/** Does a part of a transaction; its `LakeError` becomes the whole transaction's, see `failed`. */
export function itemised<Result>(
  kind: StepKind,
  index: number | undefined,
  work: () => Result,
): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof LakeError ? failed(kind, index, error) : error
  }
}

/** Sanity's shape of a failed transaction: the fault is an item of it, with its place in the list. */
export function failed(kind: StepKind, index: number | undefined, cause: LakeError): LakeError {
  const error = { type: cause.type, description: cause.message, ...cause.details }
  return new LakeError(cause.statusCode, `${kind}Error`, `The ${kind}(s) failed`, {
    items: [{ error, ...(index !== undefined && { index }) }],
  })
}

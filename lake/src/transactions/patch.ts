import { Mutation as Mutator } from '@sanity/mutator'
import type { PatchOperations, SanityDocument } from '../documents/document.ts'
import { isRecord } from '../documents/values.ts'
import { LakeError } from '../errors/errors.ts'
import { checkPath } from './patch-path.ts'

const IMMUTABLE = ['_id', '_type', '_createdAt'] as const

/**
 * A document after a patch, with the semantics of `@sanity/mutator`: the code
 * that Studio predicts with. The given document is left as it is.
 *
 * Throws a `LakeError`: 400 for what is no patch, 409 for one that this
 * document cannot take (another revision, an insertion into something that is no list).
 */
export function patchDocument(
  document: SanityDocument,
  operations: PatchOperations,
  revision: { transactionId: string; timestamp: string },
): SanityDocument {
  const { ifRevisionID, ...patch } = operations
  if (ifRevisionID !== undefined && ifRevisionID !== document._rev) {
    throw new LakeError(
      409,
      'documentRevisionIDDoesNotMatchError',
      `Unexpected document revision, got "${document._rev}", expected "${ifRevisionID}"`,
      { id: document._id, currentRevisionID: document._rev, expectedRevisionID: ifRevisionID },
    )
  }
  const mutator = new Mutator({
    // The mutator's types know one operation per patch, its code takes them all.
    mutations: [{ patch: { ...patch, id: document._id } as never }],
    transactionId: revision.transactionId,
    timestamp: revision.timestamp,
  })
  attempt(400, () => mutator.compile())
  const next = attempt(409, () => mutator.apply({ ...document }))
  for (const attribute of IMMUTABLE) {
    if (next?.[attribute] !== document[attribute]) {
      throw new LakeError(
        409,
        'cannotModifyImmutableAttributeError',
        `Cannot modify immutable attribute "${attribute}"`,
        { id: document._id, attribute },
      )
    }
  }
  return next as SanityDocument
}

function attempt<Result>(statusCode: number, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new LakeError(statusCode, 'mutationError', `The patch failed: ${message}`.slice(0, 500))
  }
}

/** Throws a `LakeError` 400 unless the value has the form of patch operations. */
export function checkPatch(
  patch: Record<string, unknown>,
): asserts patch is Record<string, unknown> & PatchOperations {
  for (const name of ['set', 'setIfMissing'] as const) checkByPath(patch, name, () => true)
  for (const name of ['inc', 'dec'] as const) {
    checkByPath(patch, name, (value) => typeof value === 'number')
  }
  checkByPath(patch, 'diffMatchPatch', (value) => typeof value === 'string')
  const { unset, insert, ifRevisionID } = patch
  if (unset !== undefined) {
    if (!Array.isArray(unset)) throwInvalidPatch('unset must be a list of paths')
    for (const path of unset) checkPath(path)
  }
  if (insert !== undefined) {
    if (!isRecord(insert) || !Array.isArray(insert.items))
      throwInvalidPatch('insert must have items')
    const places = ['before', 'after', 'replace'].filter((place) => insert[place] !== undefined)
    if (places.length !== 1) throwInvalidPatch('insert must have one of before, after, replace')
    checkPath(insert[String(places[0])])
  }
  if (ifRevisionID !== undefined && typeof ifRevisionID !== 'string') {
    throwInvalidPatch('ifRevisionID must be a string')
  }
}

/**
 * How often a patch goes over the whole document, in passes of a plain search for an item: what finds
 * its place by itself costs nothing, a search at all depths and a text patch that does not fit some more.
 */
export function passesOf(patch: PatchOperations): number {
  const { set, setIfMissing, inc, dec, diffMatchPatch, unset = [], insert } = patch
  const named = [set, setIfMissing, inc, dec, diffMatchPatch].flatMap((one) =>
    Object.keys(one ?? {}),
  )
  const place = insert?.before ?? insert?.after ?? insert?.replace ?? ''
  let passes = 0
  for (const path of [...named, ...unset, place]) {
    if (path.includes('..')) passes += 16
    else if (path.includes('[')) passes += 1
  }
  for (const text of Object.values(diffMatchPatch ?? {}))
    passes += 7 * (text.split('@@').length >> 1)
  return passes
}

function checkByPath(
  patch: Record<string, unknown>,
  name: string,
  valid: (value: unknown) => boolean,
): void {
  const operations = patch[name]
  if (operations === undefined) return
  if (!isRecord(operations)) throwInvalidPatch(`${name} must be an object of paths`)
  for (const [path, value] of Object.entries(operations)) {
    checkPath(path)
    if (!valid(value)) throwInvalidPatch(`${name} has a value of the wrong type at ${path}`)
  }
}

function throwInvalidPatch(reason: string): never {
  throw new LakeError(400, 'mutationError', `Invalid patch: ${reason}`.slice(0, 300))
}

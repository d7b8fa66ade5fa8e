import { extract, Mutation as Mutator } from '@sanity/mutator'
import type { PatchOperations, SanityDocument } from '../documents/document.ts'
import { checkKey, isRecord } from '../documents/values.ts'
import { checkRevision, LakeError, mutationError } from '../errors/errors.ts'

const IMMUTABLE = ['_id', '_type', '_createdAt'] as const
const MAX_PATH_LENGTH = 2000
const MAX_INDEX = 65_535

/**
 * Returns the patched document. Uses `@sanity/mutator`, the code with which the Studio predicts its edits. Leaves the
 * given document unchanged.
 *
 * Throws a `LakeError`: 400 for an invalid patch, 409 for a patch that does not fit this document (wrong revision, or
 * an insert into a value that is not an array).
 */
export function patchDocument(
  document: SanityDocument,
  operations: PatchOperations,
  revision: { transactionId: string; timestamp: string },
): SanityDocument {
  const { ifRevisionID, ...patch } = operations
  const id = document._id
  checkRevision(id, document._rev, ifRevisionID)
  const mutator = new Mutator({
    // The mutator's types allow one operation per patch, but its code accepts several.
    mutations: [{ patch: { ...patch, id } as never }],
    ...revision,
  })
  attempt(400, () => mutator.compile())
  const next = attempt(409, () => mutator.apply({ ...document }))
  for (const attribute of IMMUTABLE) {
    if (next?.[attribute] === document[attribute]) continue
    const reason = `Cannot modify immutable attribute "${attribute}"`
    throw new LakeError(409, 'cannotModifyImmutableAttributeError', reason, { id, attribute })
  }
  return next as SanityDocument
}

function attempt<Result>(statusCode: number, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw mutationError(`The patch failed: ${messageOf(error)}`, {}, statusCode)
  }
}

/** Throws a `LakeError` 400 unless the value has the shape of patch operations. */
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
    if (!Array.isArray(unset)) throw invalid('unset must be a list of paths')
    for (const path of unset) checkPath(path)
  }
  if (insert !== undefined) {
    if (!isRecord(insert) || !Array.isArray(insert.items)) throw invalid('insert must have items')
    const [place, ...more] = ['before', 'after', 'replace'].filter(
      (name) => insert[name] !== undefined,
    )
    if (place === undefined || more.length > 0) {
      throw invalid('insert must have one of before, after, replace')
    }
    checkPath(insert[place])
  }
  if (ifRevisionID !== undefined && typeof ifRevisionID !== 'string') {
    throw invalid('ifRevisionID must be a string')
  }
}

/**
 * Returns a patch's cost as a number of passes over the document: 0 for direct paths, more for deep searches and text
 * patches.
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
  if (!isRecord(operations)) throw invalid(`${name} must be an object of paths`)
  for (const [path, value] of Object.entries(operations)) {
    checkPath(path)
    if (!valid(value)) throw invalid(`${name} has a value of the wrong type at ${path}`)
  }
}

/**
 * Matches the tokens of `@sanity/mutator`'s paths: quoted names, quoted text, names, compared numbers, and indexes or
 * range ends.
 */
const TOKENS =
  /'(?<quoted>(?:\\.|[^\\'])*)'|"(?:\\.|[^\\"])*"|(?<name>[A-Za-z_]\w*)|[<>=!]=? *-?\d+(?:\.\d+)?|(?<index>\d+)/gs

/**
 * Throws a `LakeError` 400 for an invalid path, a harmful name, or a huge index.
 * https://www.sanity.io/docs/json-match
 */
function checkPath(path: unknown): asserts path is string {
  if (typeof path !== 'string' || path.length === 0 || path.length > MAX_PATH_LENGTH) {
    throw invalid(`a path must be a string of at most ${MAX_PATH_LENGTH} characters`)
  }
  try {
    extract(path, {})
  } catch (error) {
    const shown = JSON.stringify(path.slice(0, 100))
    throw invalid(`the path ${shown} is invalid: ${messageOf(error)}`)
  }
  for (const { groups } of path.matchAll(TOKENS)) {
    const name = groups?.name ?? groups?.quoted?.replace(/\\(.)/gs, '$1')
    if (name !== undefined) checkKey(name)
    if (Number(groups?.index ?? 0) > MAX_INDEX) {
      throw invalid(`an index in a path is larger than ${MAX_INDEX}`)
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function invalid(reason: string): LakeError {
  return mutationError(`Invalid patch: ${reason}`)
}

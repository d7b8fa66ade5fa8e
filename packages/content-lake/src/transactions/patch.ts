import { applyPatches, parsePatch } from '@sanity/diff-match-patch'
import type { SubscriptNode } from '@sanity/json-match'
import type { PatchOperations, SanityDocument } from '../documents/document.ts'
import { isRecord } from '../documents/values.ts'
import { checkRevision, LakeError, mutationError } from '../errors/errors.ts'
import { parsePatchPath, type Slot, select, setAt, valueAt } from './paths.ts'

const IMMUTABLE = ['_id', '_type', '_createdAt'] as const

/**
 * Returns the patched document, as Sanity's server does: nothing happens where a path selects nothing, items of arrays
 * are never created, and attributes are created with the objects around them. Leaves the given document unchanged.
 *
 * Throws a `LakeError` 409 for a patch that does not fit this document: wrong revision, an insert into a value that is
 * not an array, an increment of a missing attribute, or a change of an immutable attribute.
 */
export function patchDocument(
  document: SanityDocument,
  operations: PatchOperations,
  { transactionId, timestamp }: { transactionId: string; timestamp: string },
): SanityDocument {
  const { ifRevisionID, ...patch } = operations
  const id = document._id
  checkRevision(id, document._rev, ifRevisionID)
  const root = { document: structuredClone(document) as unknown }
  apply(structuredClone(patch), { parent: root, key: 'document' })
  const next = root.document as SanityDocument
  for (const attribute of IMMUTABLE) {
    if (next?.[attribute] === document[attribute]) continue
    const reason = `Cannot modify immutable attribute "${attribute}"`
    throw new LakeError(409, 'cannotModifyImmutableAttributeError', reason, { id, attribute })
  }
  return { ...next, _updatedAt: timestamp, _rev: transactionId }
}

function apply(patch: Omit<PatchOperations, 'ifRevisionID'>, root: Slot): void {
  const each = (values: object = {}, creates: boolean, change: (slot: Slot, by: never) => void) => {
    for (const [path, value] of Object.entries(values)) {
      for (const slot of select(parsePatchPath(path), root, creates)) change(slot, value as never)
    }
  }
  each(patch.setIfMissing, true, (slot, value) => {
    if (!Object.hasOwn(slot.parent, slot.key)) setAt(slot, structuredClone(value))
  })
  each(patch.set, true, (slot, value) => setAt(slot, structuredClone(value)))
  for (const path of patch.unset ?? []) remove(select(parsePatchPath(path), root))
  each(patch.diffMatchPatch, false, (slot, changes: string) => {
    const text = valueAt(slot)
    if (typeof text === 'string') setAt(slot, patchedText(text, changes))
  })
  for (const [values, sign] of [
    [patch.inc, 1],
    [patch.dec, -1],
  ] as const) {
    each(values, true, (slot, by: number) => {
      if (!Object.hasOwn(slot.parent, slot.key))
        throw mutationError(`Cannot increment "${slot.key}" because it is not present`, {}, 409)
      const value = valueAt(slot)
      if (typeof value === 'number') setAt(slot, value + sign * by)
    })
  }
  if (patch.insert) insert(patch.insert, root)
}

function patchedText(text: string, changes: string): string {
  try {
    return applyPatches(parsePatch(changes), text, { allowExceedingIndices: true })[0]
  } catch {
    throw mutationError('Invalid patch: diffMatchPatch has a value that is not a text patch')
  }
}

function remove(slots: readonly Slot[]): void {
  const removed = new Map<unknown[], Set<number>>()
  for (const { parent, key } of slots) {
    if (!Array.isArray(parent)) delete parent[key]
    else removed.set(parent, (removed.get(parent) ?? new Set()).add(Number(key)))
  }
  for (const [list, indexes] of removed) {
    let length = 0
    for (const [index, item] of list.entries()) if (!indexes.has(index)) list[length++] = item
    list.length = length
  }
}

function insert({ items, ...where }: NonNullable<PatchOperations['insert']>, root: Slot): void {
  const path = parsePatchPath(where.before ?? where.after ?? where.replace)
  for (const slot of path.base ? select(path.base, root) : [root]) {
    const list = valueAt(slot)
    if (!Array.isArray(list) || path.segment.type !== 'Subscript') {
      throw mutationError('The patch failed: insert needs the position in an array', {}, 409)
    }
    const indexes = positions(path.segment, slot, list)
    const [first, last] = [indexes[0], indexes.at(-1)]
    if (first === undefined || last === undefined) continue
    const at = where.after === undefined ? Math.max(first, 0) : last + 1
    const replaced = where.replace === undefined ? undefined : new Set(indexes)
    const rest = (part: unknown[], from: number) =>
      replaced ? part.filter((_, index) => !replaced.has(from + index)) : part
    setAt(slot, [...rest(list.slice(0, at), 0), ...items, ...rest(list.slice(at), at)])
  }
}

/**
 * Returns the indexes that the end of an insert's path selects, in order. An index outside of the array counts as its
 * nearest end, so that `list[-1]` works for an empty list.
 */
function positions(segment: SubscriptNode, slot: Slot, list: unknown[]): number[] {
  const selected = select({ type: 'Path', segment }, slot)
  const found = selected.filter(({ parent }) => parent === list).map(({ key }) => Number(key))
  for (const element of segment.elements) {
    if (element.type !== 'Number') continue
    const index = element.value < 0 ? list.length + element.value : element.value
    found.push(Math.max(list.length === 0 ? 0 : -1, Math.min(index, list.length)))
  }
  return [...new Set(found)].sort((a, b) => a - b)
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
    for (const path of unset) parsePatchPath(path)
  }
  if (insert !== undefined) {
    if (!isRecord(insert) || !Array.isArray(insert.items)) throw invalid('insert must have items')
    const [place, ...more] = ['before', 'after', 'replace'].filter(
      (name) => insert[name] !== undefined,
    )
    if (place === undefined || more.length > 0) {
      throw invalid('insert must have one of before, after, replace')
    }
    parsePatchPath(insert[place])
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
    passes += 16 * (path.split('..').length - 1) + path.split(/[[*]/).length - 1
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
    parsePatchPath(path)
    if (!valid(value)) throw invalid(`${name} has a value of the wrong type at ${path}`)
  }
}

function invalid(reason: string): LakeError {
  return mutationError(`Invalid patch: ${reason}`)
}

import { randomBytes, randomUUID } from 'node:crypto'
import { mutationError } from '../errors/errors.ts'

const MAX_LENGTH = 128
const DOCUMENT_ID = /^[a-zA-Z0-9_][a-zA-Z0-9._-]*$/
const VERSION = /^versions\.[^.]+\./

/**
 * Throws a `LakeError` 400 for an invalid document id. Valid are up to 128 letters, digits, `.`, `_`, and `-`,
 * without `.` or `-` at the start.
 */
export function checkDocumentId(id: unknown): asserts id is string {
  if (typeof id === 'string' && id.length <= MAX_LENGTH && DOCUMENT_ID.test(id)) return
  throw mutationError(`Invalid document ID ${JSON.stringify(id)}`)
}

/**
 * Returns the id for a new document: the given id, completed with a random part if it ends with a dot, or a random id
 * if none is given.
 */
export function idForNewDocument(id: unknown): string {
  if (id === undefined || id === null || id === '') return randomUUID()
  const complete = typeof id === 'string' && id.endsWith('.') ? id + randomUUID() : id
  checkDocumentId(complete)
  return complete
}

/** Returns whether an id is a draft's. */
export function isDraft(id: string): boolean {
  return id.startsWith('drafts.')
}

/** Returns whether a document belongs to the lake itself, such as a release. Clients change it only by actions. */
export function isSystem(id: string): boolean {
  return id.startsWith('_.')
}

/** Returns whether an id is neither a draft's nor a version's. */
export function isPublished(id: string): boolean {
  return !isDraft(id) && !id.startsWith('versions.')
}

/** Returns whether a document is published and does not belong to the lake itself. */
export function isContent(id: string): boolean {
  return isPublished(id) && !isSystem(id)
}

/** Returns whether anyone may read the document. Documents whose id contains a dot are never public. */
export function isPublic(id: string): boolean {
  return !id.includes('.')
}

/** Returns the published id of a draft or version. */
export function publishedId(id: string): string {
  if (id.startsWith('drafts.')) return id.slice('drafts.'.length)
  return id.replace(VERSION, '')
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Returns a random transaction id of 22 letters and digits. It is also the revision of the documents that the
 * transaction writes.
 */
export function newTransactionId(): string {
  return Array.from(randomBytes(22), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

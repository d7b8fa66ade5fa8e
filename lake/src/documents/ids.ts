import { randomBytes, randomUUID } from 'node:crypto'
import { mutationError } from '../errors/errors.ts'

const MAX_LENGTH = 128
const DOCUMENT_ID = /^[a-zA-Z0-9_][a-zA-Z0-9._-]*$/
const VERSION = /^versions\.[^.]+\./

/** Throws a `LakeError` 400 unless the value may be a document's id: letters, digits, `.`, `_`, `-`, at most 128, no `.` or `-` in front. */
export function checkDocumentId(id: unknown): asserts id is string {
  if (typeof id === 'string' && id.length <= MAX_LENGTH && DOCUMENT_ID.test(id)) return
  throw mutationError(`Invalid document ID ${JSON.stringify(id)}`)
}

/** Returns the id of a document that is being created: as given, completed after a final dot, random when absent. */
export function idForNewDocument(id: unknown): string {
  if (id === undefined || id === null || id === '') return randomUUID()
  const complete = typeof id === 'string' && id.endsWith('.') ? id + randomUUID() : id
  checkDocumentId(complete)
  if (complete.startsWith('_.')) {
    const name = JSON.stringify(complete)
    throw mutationError(`The document ID ${name} is reserved: "_." is for system documents`)
  }
  return complete
}

/** Returns whether an id is neither a draft's nor a version's. */
export function isPublished(id: string): boolean {
  return !id.startsWith('drafts.') && !id.startsWith('versions.')
}

/** Returns whether anyone may read the document: ids with a dot never are public. */
export function isPublic(id: string): boolean {
  return !id.includes('.')
}

/** Returns the id that a draft or version has once it is published. */
export function publishedId(id: string): string {
  if (id.startsWith('drafts.')) return id.slice('drafts.'.length)
  return id.replace(VERSION, '')
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Returns a random transaction id, also the revision of the documents that it writes: 22 letters and digits. */
export function newTransactionId(): string {
  return Array.from(randomBytes(22), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

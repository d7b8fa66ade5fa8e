import { randomBytes, randomUUID } from 'node:crypto'
import { LakeError } from '../errors/errors.ts'

const MAX_LENGTH = 128
const DOCUMENT_ID = /^[a-zA-Z0-9_][a-zA-Z0-9._-]*$/
const VERSION = /^versions\.[^.]+\./

/** Throws a `LakeError` 400 unless the value may be a document's id: letters, digits, `.`, `_`, `-`, at most 128, no `.` or `-` in front. */
export function checkDocumentId(id: unknown): asserts id is string {
  if (typeof id === 'string' && id.length <= MAX_LENGTH && DOCUMENT_ID.test(id)) return
  throw new LakeError(
    400,
    'mutationError',
    `Invalid document ID ${JSON.stringify(id)}`.slice(0, 300),
  )
}

/** The id for a document that is being created: as given, completed when it ends in a dot, made up when absent. */
export function idForNewDocument(id: unknown): string {
  if (id === undefined || id === null || id === '') return randomUUID()
  const complete = typeof id === 'string' && id.endsWith('.') ? id + randomUUID() : id
  checkDocumentId(complete)
  if (complete.startsWith('_.')) {
    const reason = `The document ID ${JSON.stringify(complete)} is reserved: "_." is for system documents`
    throw new LakeError(400, 'mutationError', reason.slice(0, 300))
  }
  return complete
}

/** Is it neither a draft nor a version of a release? */
export function isPublished(id: string): boolean {
  return !id.startsWith('drafts.') && !id.startsWith('versions.')
}

/** May anyone read it? Ids that contain a dot never are public. */
export function isPublic(id: string): boolean {
  return !id.includes('.')
}

/** The id that a draft or version has once it is published. */
export function publishedId(id: string): string {
  if (id.startsWith('drafts.')) return id.slice('drafts.'.length)
  return id.replace(VERSION, '')
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A random transaction id, which is also the revision of the documents that it writes: 22 letters and digits. */
export function newTransactionId(): string {
  return Array.from(randomBytes(22), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

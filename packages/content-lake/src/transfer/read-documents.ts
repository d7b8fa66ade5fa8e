import { createHash, randomUUID } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { DocumentInput } from '../documents/document.ts'
import { checkDocumentId, isSystem } from '../documents/ids.ts'
import { checkValue, isRecord, walk } from '../documents/values.ts'
import { transferableRelease } from '../releases/release.ts'
import { located, TransferError } from './transfer-error.ts'

const NEWLINE = 10
const MAX_LINE_BYTES = 16_000_000
const MAX_FILE_BYTES = 1_000_000_000

export interface ReadDocument {
  line: number
  document: DocumentInput & { _id: string }
}

/**
 * Returns all documents of an NDJSON file except system documents other than releases, without their revisions. Documents without
 * `_createdAt` were written by hand. They are completed as `sanity dataset import` does: ids, array keys, and types
 * of references.
 *
 * Throws a `TransferError` with the line number for an invalid line.
 */
export async function readDocuments(file: string): Promise<ReadDocument[]> {
  const documents: ReadDocument[] = []
  const lines = new Map<string, number>()
  if ((await stat(file)).size > MAX_FILE_BYTES) {
    throw new TransferError(`${file} is larger than ${MAX_FILE_BYTES} bytes`)
  }
  for (const { line, text } of linesOf(await readFile(file), file)) {
    const where = `${file}:${line}`
    const document = parseLine(text, where)
    const earlier = lines.get(document._id)
    if (earlier !== undefined) {
      throw new TransferError(`${where}: _id "${document._id}" is already on line ${earlier}`)
    }
    lines.set(document._id, line)
    const kept = isSystem(document._id) ? transferableRelease(document) : document
    if (kept) documents.push({ line, document: kept })
  }
  return documents
}

/**
 * Yields the lines that are not blank. Only a line feed ends a line, because JSON strings may contain Unicode's other
 * line separators.
 */
function* linesOf(bytes: Buffer, file: string) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let start = 0
  for (let line = 1; start < bytes.length; line++) {
    const newline = bytes.indexOf(NEWLINE, start)
    const end = newline < 0 ? bytes.length : newline
    if (end - start > MAX_LINE_BYTES) {
      throw new TransferError(`${file}:${line}: longer than ${MAX_LINE_BYTES} bytes`)
    }
    const part = bytes.subarray(start, end)
    start = end + 1
    if (part.length === 0) continue
    let text: string
    try {
      text = decoder.decode(part).trim()
    } catch {
      throw new TransferError(`${file}:${line}: not valid UTF-8`)
    }
    if (text) yield { line, text }
  }
}

function parseLine(text: string, where: string): DocumentInput & { _id: string } {
  const value = located(`${where}: not valid JSON`, () => JSON.parse(text) as unknown)
  if (!isRecord(value)) throw new TransferError(`${where}: not a JSON object`)
  const { _rev, _updatedAt, _id = randomUUID(), _type, ...attributes } = value
  if (typeof _type !== 'string' || _type === '') throw new TransferError(`${where}: no _type`)
  located(where, () => {
    if (!(typeof _id === 'string' && isSystem(_id))) checkDocumentId(_id)
    checkValue(value)
  })
  const document = { _id: String(_id), _type, ...attributes }
  if (attributes._createdAt === undefined) addMissingKeys(document)
  return document
}

/**
 * Adds missing reference types and array keys. Keys are derived from the item's position, so that importing a file
 * again changes nothing.
 */
function addMissingKeys(document: DocumentInput & { _id: string }): void {
  walk(document, (object, path) => {
    if (typeof object._ref === 'string' && object._type === undefined) object._type = 'reference'
    for (const [name, items] of Object.entries(object)) {
      for (const [index, item] of Array.isArray(items) ? items.entries() : []) {
        if (!isRecord(item) || item._key !== undefined) continue
        const position = `${document._id}:${path}.${name}[${index}]`
        item._key = createHash('sha1').update(position).digest('hex').slice(0, 12)
      }
    }
  })
}

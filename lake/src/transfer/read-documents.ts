import { createHash, randomUUID } from 'node:crypto'
import { type DocumentInput, isAssetDocument } from '../documents/document.ts'
import { checkDocumentId } from '../documents/ids.ts'
import { checkValue, isRecord, walk } from '../documents/values.ts'
import { numberedLines } from './numbered-lines.ts'
import { reasonOf, TransferError } from './transfer-error.ts'

/** A document of an import and where it stands. */
export interface ReadDocument {
  /** Counted from 1. */
  line: number
  document: DocumentInput & { _id: string }
}

/**
 * Reads all documents of an NDJSON file without what belongs to the old dataset: revisions and system
 * documents. Those without `_createdAt` were written by hand and are completed as `sanity dataset import`
 * does: ids, array keys and the types of references are filled in. Exported ones stay as they were.
 *
 * Throws a `TransferError` that names the line which is no JSON object, has no `_type`,
 * an invalid `_id` or the `_id` of an earlier line.
 */
export async function readDocuments(file: string): Promise<ReadDocument[]> {
  const documents: ReadDocument[] = []
  const lines = new Map<string, number>()
  for await (const { number: line, text } of numberedLines(file)) {
    const document = parseDocument(text, `${file}:${line}`)
    const earlier = lines.get(document._id)
    if (earlier !== undefined) {
      throw new TransferError(
        `${file}:${line}: _id "${document._id}" is already on line ${earlier}`,
      )
    }
    lines.set(document._id, line)
    if (!document._id.startsWith('_.')) documents.push({ line, document })
  }
  return documents
}

function parseDocument(text: string, where: string): DocumentInput & { _id: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new TransferError(`${where}: not valid JSON: ${reasonOf(error)}`)
  }
  if (!isRecord(value)) throw new TransferError(`${where}: not a JSON object`)
  const { _rev, _updatedAt, _id = randomUUID(), _type, ...attributes } = value
  if (typeof _type !== 'string' || _type === '') throw new TransferError(`${where}: no _type`)
  try {
    if (!(typeof _id === 'string' && _id.startsWith('_.'))) checkDocumentId(_id)
    checkValue(value)
  } catch (error) {
    throw new TransferError(`${where}: ${reasonOf(error)}`)
  }
  if (isAssetDocument({ _type })) {
    throw new TransferError(
      `${where}: asset documents are made from files, which a raw export does not have`,
    )
  }
  const document = { _id: String(_id), _type, ...attributes }
  if (attributes._createdAt === undefined) complete(document)
  return document
}

function complete(document: DocumentInput & { _id: string }): void {
  walk(document, (object, path) => {
    if (typeof object._ref === 'string' && object._type === undefined) object._type = 'reference'
    for (const [name, value] of Object.entries(object)) {
      if (Array.isArray(value)) addKeys(value, `${document._id}:${path}.${name}`)
    }
  })
}

/** Keys are made from the place, so that importing a file again changes nothing. */
function addKeys(items: unknown[], place: string): void {
  for (const [index, item] of items.entries()) {
    if (isRecord(item) && item._key === undefined) {
      item._key = createHash('sha1').update(`${place}[${index}]`).digest('hex').slice(0, 12)
    }
  }
}

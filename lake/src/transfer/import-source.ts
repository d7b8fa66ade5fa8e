import { open, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isRecord } from '../documents/values.ts'
import { reasonOf, TransferError } from './transfer-error.ts'

/**
 * What an export says about its assets: by `image-<sha1>` or `file-<sha1>`, attributes of their documents; by
 * `file-<sha1>-<extension>` of further files with the same bytes.
 */
export type AssetNotes = Record<string, Record<string, unknown>>

/** The parts of an export on disk. */
export interface ImportSource {
  /** The documents, NDJSON. */
  file: string
  /** What `file://./` stands for: where the documents are. */
  folder: string
  /** The content of `assets.json`, empty if there is none. */
  notes: AssetNotes
}

/**
 * Finds the parts of an export, given its NDJSON file or the folder that holds it.
 * Throws a `TransferError` when there is no such file, not exactly one, or an archive.
 */
export async function findImportSource(path: string): Promise<ImportSource> {
  const found = await stat(path).catch(() => {
    throw new TransferError(`${path} does not exist`)
  })
  const file = found.isDirectory() ? await onlyDataFile(path) : path
  if (await isGzip(file)) {
    throw new TransferError(`${file} is an archive: unpack it and import the folder`)
  }
  const folder = dirname(file)
  return { file, folder, notes: await readNotes(join(folder, 'assets.json')) }
}

async function onlyDataFile(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ndjson'))
  const [name] = names
  if (name === undefined || names.length > 1) {
    throw new TransferError(`${folder} holds ${names.length} .ndjson files, not one`)
  }
  return join(folder, name)
}

async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.readUInt16BE() === 0x1f8b
  } finally {
    await handle.close()
  }
}

async function readNotes(file: string): Promise<AssetNotes> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new TransferError(`${file}: ${reasonOf(error)}`)
  }
  try {
    const notes: unknown = JSON.parse(text)
    if (isRecord(notes) && Object.values(notes).every(isRecord)) return notes as AssetNotes
  } catch (error) {
    throw new TransferError(`${file}: not valid JSON: ${reasonOf(error)}`)
  }
  throw new TransferError(`${file}: not an object of objects`)
}

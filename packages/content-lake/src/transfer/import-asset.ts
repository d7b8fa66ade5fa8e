import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, extname, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reasonOf } from 'halvi-kit/reason'
import type { Assets } from '../assets/index.ts'
import { isRecord } from '../documents/values.ts'
import { LakeError } from '../errors/errors.ts'
import { type AssetNotes, notedAttributes } from './asset-notes.ts'
import { checkHost, fetchAsset } from './fetch-asset.ts'
import type { NeededAsset } from './find-assets.ts'
import { located, TransferError } from './transfer-error.ts'

/** The file of an asset is not an image, is damaged, or is too large. */
export class UnusableAssetError extends TransferError {}

export type AssetDocument = Awaited<ReturnType<Assets['storeFile']>>

/**
 * Checks whether an import may use an asset, without reading it. Imported assets become public, so a data file must
 * not be able to publish other files of this machine: files must be in the import's folder, and URLs must be on an
 * allowed host.
 *
 * Throws a `TransferError` that starts with `where`.
 */
export async function checkAsset(
  { url, where }: NeededAsset,
  folder: string,
  allowedHosts: ReadonlySet<string>,
): Promise<void> {
  const scheme = new URL(url).protocol
  if (scheme === 'data:') return
  if (['http:', 'https:'].includes(scheme))
    return located(where, () => checkHost(new URL(url), allowedHosts))
  if (scheme !== 'file:') throw new TransferError(`${where}: cannot read from ${scheme}`)
  const path = located(where, () => fileURLToPath(url))
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new TransferError(`${where}: ${path} does not exist`)
  const inside = (await realpath(folder)) + sep
  if (!(await realpath(path)).startsWith(inside)) {
    throw new TransferError(`${where}: ${path} is outside of the import's folder`)
  }
}

/**
 * Stores a checked asset and returns its document, completed from `assets.json`. Throws a `TransferError` or
 * `UnusableAssetError`.
 */
export async function importAsset(
  { kind, url, where }: NeededAsset,
  assets: Pick<Assets, 'storeFile'>,
  notes: AssetNotes,
  allowedHosts: ReadonlySet<string>,
): Promise<AssetDocument> {
  const { bytes, filename } = await read(url, allowedHosts).catch((error) => {
    throw new TransferError(`${where}: cannot read ${url.slice(0, 200)}: ${reasonOf(error)}`, {
      cause: error,
    })
  })
  try {
    const type = kind.slice(0, -1)
    const notesOf = (sha1: string) =>
      notes[`${type}-${sha1}-${extname(filename).slice(1)}`] ?? notes[`${type}-${sha1}`]
    const inspected = notesOf(createHash('sha1').update(bytes).digest('hex'))
    // If the bytes are unknown, the file may have been replaced: use the hash in its name.
    const noted = inspected ?? notesOf(filename.slice(0, 40))
    const uploaded = noted?.originalFilename
    // Sanity's export uses `.bin` for file names whose extension contains a digit, such as mp4.
    const isVague = filename.endsWith('.bin') && typeof uploaded === 'string'
    const description = { filename: isVague ? uploaded : filename }
    const known = isRecord(inspected?.metadata) ? inspected.metadata : undefined
    const document = await assets.storeFile(kind, bytes, description, known)
    return noted ? completed(document, noted) : document
  } catch (error) {
    const message = `${where}: ${filename}: ${reasonOf(error)}`
    const isDamaged = error instanceof LakeError && error.statusCode < 500
    const options = { cause: error }
    throw isDamaged ? new UnusableAssetError(message, options) : new TransferError(message, options)
  }
}

async function read(
  url: string,
  allowedHosts: ReadonlySet<string>,
): Promise<{ bytes: Uint8Array; filename: string }> {
  if (url.startsWith('file:')) {
    const path = fileURLToPath(url)
    return { bytes: await readFile(path), filename: basename(path) }
  }
  if (url.startsWith('data:')) {
    const inline = await fetch(url)
    return { bytes: new Uint8Array(await inline.arrayBuffer()), filename: '' }
  }
  const filename = basename(new URL(url).pathname)
  return { bytes: await fetchAsset(url, allowedHosts), filename }
}

function completed(document: AssetDocument, noted: Record<string, unknown>): AssetDocument {
  const { originalFilename: _, ...fresh } = document
  const restored: AssetDocument = { ...fresh, ...notedAttributes(noted) }
  if (!isRecord(document.metadata)) return restored
  if (restored.metadata === null) {
    const { metadata: _, ...bare } = restored
    return bare
  }
  if (!isRecord(restored.metadata)) return restored
  const { dimensions, hasAlpha, isOpaque } = document.metadata
  return { ...restored, metadata: { ...restored.metadata, dimensions, hasAlpha, isOpaque } }
}

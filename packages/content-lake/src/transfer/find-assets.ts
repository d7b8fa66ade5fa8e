import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDecodable } from 'halvi-kit/percent-encoding'
import { reasonOf } from 'halvi-kit/reason'
import type { AssetKind } from '../assets/index.ts'
import { isRecord, walk } from '../documents/values.ts'
import type { AssetNotes } from './asset-notes.ts'
import type { ReadDocument } from './read-documents.ts'
import { located, TransferError } from './transfer-error.ts'

export interface ImportSource {
  file: string
  /** The folder of the documents. `file://./` refers to it. */
  folder: string
  notes: AssetNotes
}

/** Finds an export by its NDJSON file or its folder. Throws a `TransferError` if there is no export, or more than one. */
export async function findImportSource(path: string): Promise<ImportSource> {
  const found = await stat(path).catch(() => {
    throw new TransferError(`${path} does not exist`)
  })
  const file = found.isDirectory() ? await onlyDataFile(path) : path
  const folder = dirname(file)
  return { file, folder, notes: await readNotes(join(folder, 'assets.json')) }
}

async function onlyDataFile(folder: string): Promise<string> {
  const [name, ...more] = (await readdir(folder)).filter((name) => /^[^.].*\.ndjson$/s.test(name))
  if (name !== undefined && more.length === 0) return join(folder, name)
  const count = name === undefined ? 0 : more.length + 1
  throw new TransferError(`${folder} contains ${count} .ndjson files, expected exactly one`)
}

async function readNotes(file: string): Promise<AssetNotes> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw new TransferError(`${file}: ${reasonOf(error)}`, { cause: error })
  })
  const notes = located(`${file}: not valid JSON`, () => JSON.parse(text) as unknown)
  if (isRecord(notes) && Object.values(notes).every(isRecord)) return notes as AssetNotes
  throw new TransferError(`${file}: not an object of objects`)
}

export interface NeededAsset {
  kind: AssetKind
  url: string
  where: string
  objects: Record<string, unknown>[]
}

/**
 * Returns the assets that documents (`_sanityAsset: "image@file://./images/a.png"`) or `assets.json` refer to. Throws
 * a `TransferError`.
 */
export async function findAssets(
  documents: ReadDocument[],
  { file, folder, notes }: ImportSource,
): Promise<NeededAsset[]> {
  const needed = new Map<string, NeededAsset>()
  const need = (type: string, url: string, where: string) => {
    const kind = type === 'image' ? 'images' : 'files'
    const asset = needed.get(`${type}@${url}`) ?? { kind, url, where, objects: [] }
    needed.set(`${type}@${url}`, asset)
    return asset
  }
  for (const { line, document } of documents) {
    walk(document, (object, path) => {
      if (!('_sanityAsset' in object)) return
      const where = `${file}:${line}: ${path || '(document)'}`
      const text = String(object._sanityAsset)
      const [, type, address] = /^(image|file)@([a-z]+:.+)$/s.exec(text) ?? []
      const url = address && absolute(address, folder)
      if (!type || !url) {
        throw new TransferError(`${where}: _sanityAsset must be "image@<url>" or "file@<url>"`)
      }
      need(type, url, where).objects.push(object)
    })
  }
  for (const type of ['image', 'file']) {
    for (const name of await readdir(join(folder, `${type}s`)).catch(() => [])) {
      const { href } = pathToFileURL(join(folder, `${type}s`, name))
      if (notes[`${type}-${name.slice(0, 40)}`]) need(type, href, join(folder, 'assets.json'))
    }
  }
  return [...needed.values()]
}

/** Returns an absolute URL. `file://./` refers to the folder. The file name may be percent-encoded. */
function absolute(address: string, folder: string): string | undefined {
  const [, path] = /^file:\/\/(\.?\/.*)$/is.exec(address) ?? []
  if (path === undefined) return URL.canParse(address) ? new URL(address).href : undefined
  const asWritten = resolve(folder, path)
  const decoded = resolve(folder, isDecodable(path) ? decodeURIComponent(path) : path)
  return pathToFileURL(existsSync(asWritten) || !existsSync(decoded) ? asWritten : decoded).href
}

import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AssetKind } from '../assets/index.ts'
import { walk } from '../documents/values.ts'
import type { ImportSource } from './import-source.ts'
import type { ReadDocument } from './read-documents.ts'
import { TransferError } from './transfer-error.ts'

/** An asset that an import needs, and every object that shall point to it. */
export interface NeededAsset {
  kind: AssetKind
  url: string
  /** Where it was first asked for, for messages. */
  where: string
  users: Record<string, unknown>[]
}

/**
 * All assets that documents ask for with `_sanityAsset: "image@file://./images/a.png"`, and
 * those that `assets.json` lists though no document does.
 *
 * Throws a `TransferError` naming line and path for a `_sanityAsset` of another form.
 */
export async function findAssets(
  documents: ReadDocument[],
  { file, folder, notes }: ImportSource,
): Promise<NeededAsset[]> {
  const needed = new Map<string, NeededAsset>()
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
      const asset = needed.get(`${type}@${url}`)
      if (asset) asset.users.push(object)
      else {
        const kind = type === 'image' ? 'images' : 'files'
        needed.set(`${type}@${url}`, { kind, url, where, users: [object] })
      }
    })
  }
  for (const kind of ['images', 'files'] as const) {
    const type = kind.slice(0, -1)
    for (const name of await readdir(join(folder, kind)).catch(() => [])) {
      const url = pathToFileURL(join(folder, kind, name)).href
      if (!notes[`${type}-${name.slice(0, 40)}`] || needed.has(`${type}@${url}`)) continue
      needed.set(`${type}@${url}`, { kind, url, where: join(folder, 'assets.json'), users: [] })
    }
  }
  return [...needed.values()]
}

/**
 * `file://./` means the folder. A file's address is written in one way only: its name may stand there as it is, or
 * percent-encoded.
 */
function absolute(address: string, folder: string): string | undefined {
  const [, path] = /^file:\/\/(\.?\/.*)$/is.exec(address) ?? []
  if (path === undefined) return URL.canParse(address) ? new URL(address).href : undefined
  const asWritten = resolve(folder, path)
  const decoded = resolve(folder, decode(path))
  return pathToFileURL(existsSync(asWritten) || !existsSync(decoded) ? asWritten : decoded).href
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

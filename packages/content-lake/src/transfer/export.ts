import { createReadStream, existsSync } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { replacePrivateFile } from 'halvi-kit/files/private-files'
import { stringify } from 'safe-stable-stringify'
import { type AssetName, assetNameOf } from '../assets/originals/names.ts'
import { byId, isAssetDocument, type SanityDocument } from '../documents/document.ts'
import { isPublished, isSystem } from '../documents/ids.ts'
import { isRecord, strongReferences } from '../documents/values.ts'
import { transferableRelease } from '../releases/release.ts'
import { noteOf } from './asset-notes.ts'
import type { Progress, Transferred } from './import.ts'
import { TransferError } from './transfer-error.ts'

export interface ExportOptions {
  drafts?: boolean
  onProgress?: (progress: Progress) => void
  /** Called for each asset without a file. Its document is exported only if others refer to it. */
  onLeftOut?: (id: string) => void
}

export interface Exported extends Transferred {
  leftOut: number
}

export interface ExportSource {
  documents: Iterable<SanityDocument>
  assetDirectory: string
}

/**
 * Writes all documents, with drafts also open releases, to an NDJSON file, sorted by id and attribute, with their assets beside it in `images/` and
 * `files/`, and the assets' attributes in `assets.json`. `sanity dataset import` accepts this folder. Equal content
 * produces equal bytes. Only the owner can read the files.
 *
 * The file is created or replaced after everything was written. Throws a `TransferError` when the file of an asset
 * disappears during the export.
 */
export async function exportDataset(
  { documents, assetDirectory }: ExportSource,
  file: string,
  { drafts = false, onProgress, onLeftOut }: ExportOptions = {},
): Promise<Exported> {
  const folder = dirname(file)
  const target = await stat(file).catch(() => undefined)
  if (target?.isDirectory()) throw new TransferError(`${file} is a folder. Specify a file.`)
  await mkdir(folder, { recursive: true, mode: 0o700 })

  const sorted = [...documents].sort(byId)
  const all = sorted.flatMap((document) => {
    if (isAssetDocument(document)) return []
    if (!isSystem(document._id)) return document
    const release = drafts ? transferableRelease(document) : undefined
    return release ?? []
  })
  const assets = new Map<string, Asset>()
  const withoutFile: SanityDocument[] = []
  for (const document of sorted.filter(isAssetDocument)) {
    const name = assetNameOf(document)
    const path = name && join(assetDirectory, name.kind, name.fileName)
    if (path && existsSync(path)) assets.set(document._id, { name, path, document })
    else withoutFile.push(document)
  }
  const described = [...assets.values()].map(({ document }) => document)
  const chosen = drafts ? all : all.filter(({ _id }) => isPublished(_id))
  const needed = new Set(
    [...chosen, ...described].flatMap((document) => [...strongReferences(document).keys()]),
  )
  for (const { _id } of withoutFile) onLeftOut?.(_id)
  const exported = [...chosen, ...withoutFile.filter(({ _id }) => needed.has(_id))].sort(byId)
  let copied = 0
  for (const { name, path } of assets.values()) {
    onProgress?.({ step: 'assets', current: copied++, total: assets.size })
    await copyAsset(path, join(folder, name.kind), name)
  }
  if (assets.size > 0) {
    const notes = new Map<string, unknown>()
    for (const [id, { name, document }] of assets) {
      const byContent = `${name.kind.slice(0, -1)}-${name.sha1}`
      // Sanity's export has one entry per content. A second file with the same bytes and another extension gets its
      // own entry.
      notes.set(notes.has(byContent) ? id : byContent, noteOf(document))
    }
    await writeLines(join(folder, 'assets.json'), [Object.fromEntries(notes)], sortedJson)
  } else await rm(join(folder, 'assets.json'), { force: true })

  const lines = exported.map(({ _rev, _updatedAt, ...content }) => content)
  await writeLines(file, lines, (content) => sortedJson(withFiles(content)))
  onProgress?.({ step: 'documents', current: exported.length, total: exported.length })
  const leftOut = all.length - chosen.length
  return { documents: exported.length, assets: assets.size, leftOut }

  /** Replaces references to exported assets with the paths of their files. */
  function withFiles(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withFiles)
    if (!isRecord(value)) return value
    const { asset, ...others } = value
    const found = isNamed(others) ? assets.get(assetReference(asset)) : undefined
    const entries = Object.entries(found ? others : value)
    // Only this export may name files: an import reads them.
    const kept = entries.filter(([key]) => key !== '_sanityAsset')
    const rewritten = Object.fromEntries(kept.map(([key, item]) => [key, withFiles(item)]))
    if (!found) return rewritten
    const { kind, fileName } = found.name
    return { _sanityAsset: `${kind.slice(0, -1)}@file://./${kind}/${fileName}`, ...rewritten }
  }
}

const sortedJson = (value: unknown) => stringify(value) ?? ''

interface Asset {
  name: NonNullable<ReturnType<typeof assetNameOf>>
  path: string
  document: SanityDocument
}

/**
 * Returns whether an object has attributes besides its asset and a `_key`. If it has none, an import would set its
 * type.
 */
function isNamed(object: Record<string, unknown>): boolean {
  return Object.keys(object).some((key) => key !== '_key')
}

/**
 * Returns the id in an image's or file's `asset`, or an empty string unless it is a plain reference. Any other value
 * would lose attributes.
 */
function assetReference(asset: unknown): string {
  if (!isRecord(asset) || typeof asset._ref !== 'string' || asset._type !== 'reference') return ''
  return Object.keys(asset).length === 2 ? asset._ref : ''
}

/**
 * Copies an asset's file. An existing file with the same name and size has the same content, because the name is its
 * hash.
 */
async function copyAsset(from: string, folder: string, { id, fileName }: AssetName) {
  const original = await stat(from).catch(() => {
    throw new TransferError(`The file of ${id} is missing: ${from} does not exist`)
  })
  const to = join(folder, fileName)
  const existing = await stat(to).catch(() => undefined)
  if (existing?.size === original.size) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await replacePrivateFile(to, createReadStream(from))
}

async function writeLines<T>(file: string, lines: readonly T[], format: (line: T) => string) {
  function* texts() {
    for (const line of lines) yield `${format(line)}\n`
  }
  await replacePrivateFile(file, texts())
}

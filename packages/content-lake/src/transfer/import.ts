import { reasonOf } from 'halvi-kit/reason'
import type { AssetKind, Assets } from '../assets/index.ts'
import type { Dataset } from '../dataset/dataset.ts'
import type { Mutation } from '../documents/document.ts'
import { strongReferences } from '../documents/values.ts'
import { LakeError } from '../errors/errors.ts'
import { isArchive, withUnpacked } from './archive.ts'
import { findAssets, findImportSource } from './find-assets.ts'
import { type AssetDocument, checkAsset, importAsset, UnusableAssetError } from './import-asset.ts'
import { readDocuments } from './read-documents.ts'
import { TransferError } from './transfer-error.ts'

export interface Progress {
  step: 'documents' | 'assets'
  current: number
  total: number
}

export interface ImportOptions {
  missing?: boolean
  /** Hosts from which assets may be fetched, with the port if it is not the default port. None by default. */
  allowedHosts?: Iterable<string>
  /** Called for each image that is damaged or too large and therefore skipped. Without it, the import fails. */
  onUnusable?: (message: string) => void
  onProgress?: (progress: Progress) => void
}

export interface Transferred {
  documents: number
  assets: number
}

/**
 * Imports an export from `sanity dataset export` or `exportDataset`: an NDJSON file with its assets beside it, the
 * folder of both, or an archive of that folder. Imports everything or nothing: all data is checked first, and all documents are written in one
 * transaction.
 *
 * Throws a `TransferError` with the file, the line, and the reason.
 */
export async function importDataset(
  lake: { dataset: Dataset; assets: Assets },
  path: string,
  options: ImportOptions = {},
): Promise<Transferred> {
  if (await isArchive(path))
    return withUnpacked(path, (folder) => importDataset(lake, folder, options))
  const { dataset, assets } = lake
  const { missing = false, allowedHosts = [], onUnusable, onProgress } = options
  const source = await findImportSource(path)
  const { file, folder, notes } = source
  const all = await readDocuments(file)
  if (all.length === 0 && Object.keys(notes).length === 0) {
    throw new TransferError(`${file} contains no documents`)
  }
  const documents = missing ? all.filter(({ document }) => !dataset.get(document._id)) : all

  const needed = await findAssets(documents, source)
  const hosts = new Set(allowedHosts)
  for (const asset of needed) await checkAsset(asset, folder, hosts)

  // Asset files without a document are invisible. If the import fails, the next attempt uses them.
  const assetDocuments = new Map<string, AssetDocument>()
  for (const [index, asset] of needed.entries()) {
    onProgress?.({ step: 'assets', current: index, total: needed.length })
    const document = await importAsset(asset, assets, notes, hosts).catch((error) => {
      if (!onUnusable || !(error instanceof UnusableAssetError)) throw error
      onUnusable(error.message)
      return undefined
    })
    if (document && !assetDocuments.has(document._id)) assetDocuments.set(document._id, document)
    for (const user of asset.objects) setReference(user, asset.kind, document)
  }

  const ids = new Set([...all.map(({ document }) => document._id), ...assetDocuments.keys()])
  for (const { line, document } of documents) {
    for (const [id, path] of strongReferences(document)) {
      if (ids.has(id) || dataset.get(id)) continue
      throw new TransferError(`${file}:${line}: ${path} refers to "${id}", which does not exist`)
    }
  }

  const operation = missing ? 'createIfNotExists' : 'createOrReplace'
  const mutations: Mutation[] = [
    ...[...assetDocuments.values()].map((document) => ({ createIfNotExists: document })),
    ...documents.map(({ document }) => ({ [operation]: document }) as Mutation),
  ]
  try {
    const options = { author: 'import', unbounded: true, withoutCreations: true }
    if (mutations.length > 0) dataset.transact(mutations, options)
  } catch (error) {
    const lineOf = ({ index, error }: FailedItem) =>
      index === undefined
        ? documents.find(({ document }) => document._id === error?.id)?.line
        : documents[index - assetDocuments.size]?.line
    throw atLine(error, lineOf, file)
  }
  onProgress?.({ step: 'documents', current: documents.length, total: documents.length })
  return { documents: documents.length, assets: assetDocuments.size }
}

/** Replaces `_sanityAsset` with a reference to the asset, or removes it if the asset was skipped. */
function setReference(
  user: Record<string, unknown>,
  kind: AssetKind,
  asset: AssetDocument | undefined,
): void {
  delete user._sanityAsset
  const isBare = Object.keys(user).every((name) => name === '_key')
  if (isBare) user._type = kind.slice(0, -1)
  if (asset) user.asset = { _type: 'reference', _ref: asset._id }
}

/** A failed item. It has an index if a single mutation failed, and none if the transaction's result is invalid. */
interface FailedItem {
  index?: number
  error?: { description?: string; id?: string }
}

/** Returns a `TransferError` with the line of the failed document. */
function atLine(error: unknown, lineOf: (item: FailedItem) => number | undefined, file: string) {
  if (!(error instanceof LakeError)) return error
  const [item] = (error.details.items as FailedItem[]) ?? []
  const line = item && lineOf(item)
  const reason = item?.error?.description ?? reasonOf(error)
  return new TransferError(`${file}${line === undefined ? '' : `:${line}`}: ${reason}`, {
    cause: error,
  })
}

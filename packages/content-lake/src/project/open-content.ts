import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { keepFolderPrivate } from 'halvi-kit/files/private-files'
import type { Log } from 'halvi-kit/log'
import { type Assets, createAssets } from '../assets/index.ts'
import { checkAssetDocument } from '../assets/originals/names.ts'
import { Dataset } from '../dataset/dataset.ts'
import { startPruning } from '../dataset/pruning.ts'
import { startScheduler } from '../dataset/scheduler.ts'
import { checkLimits, type DocumentLimits } from '../documents/document-limits.ts'
import { publishedId } from '../documents/ids.ts'

export interface ContentOptions extends DocumentLimits {
  /** The folder of the dataset, created if missing. Only one process may have it open. */
  directory: string
  projectId: string
  /** The dataset's name. */
  name: string
  /** Returns the network of a request's client. */
  networkOf: (request: IncomingMessage) => string
  keepHistoryDays?: number | undefined
  publishesScheduled?: boolean | undefined
  durable?: boolean | undefined
  /**
   * Accepts what Sanity accepts: asset documents without a file, which cannot be exported, and preview secrets as
   * documents, which everyone with access to drafts can read.
   */
  likeSanity?: boolean | undefined
  log?: Log | undefined
}

/** The documents, images, and files of one dataset. */
export interface Content {
  dataset: Dataset
  assets: Assets
  close(): Promise<void>
}

/**
 * Opens a dataset in a private folder, with its assets, its scheduled releases, and the pruning of its history. Throws
 * `LakeInUseError`, `UnusableFileError`.
 */
export function openContent(options: ContentOptions): Content {
  const { directory, projectId, name, networkOf, log } = options
  const assetDirectory = join(directory, 'assets')
  for (const folder of [directory, assetDirectory]) keepFolderPrivate(folder, log)
  const dataset = new Dataset({
    ...{ directory, projectId, dataset: name },
    ...(log && { log }),
    ...(options.durable === false && { durable: false }),
    ...(options.likeSanity
      ? { storesPreviewSecrets: true }
      : { checkNew: (document) => checkAssetDocument(document, assetDirectory) }),
    checkWrite: (before, after) => {
      if (after) checkLimits(after, before ?? dataset.get(publishedId(after._id)), options)
    },
    onListenerError: (err) => log?.error({ err }, 'content lake listener failed'),
  })
  const names = { projectId, dataset: name, documents: dataset }
  const assets = createAssets({
    ...{ ...names, directory: assetDirectory, clientOf: networkOf },
    ...(log && { log }),
  })
  const { keepHistoryDays, publishesScheduled } = options
  const stopPruning =
    keepHistoryDays === undefined ? () => {} : startPruning(dataset.history, keepHistoryDays, log)
  const stopScheduler = publishesScheduled === false ? () => {} : startScheduler(dataset, log)
  return {
    dataset,
    assets,
    async close() {
      stopPruning()
      stopScheduler()
      assets.close()
      dataset.close()
    },
  }
}

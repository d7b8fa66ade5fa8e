import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf } from 'halvi-runtime/reason'
import type { Assets } from '../assets/index.ts'
import { assetNameOf } from '../assets/originals/names.ts'
import type { Dataset } from '../dataset/dataset.ts'
import { isRecord } from '../documents/values.ts'

/**
 * Adds `blurHash` and `thumbHash` to images that have a placeholder, but were uploaded before these existed. Returns
 * the number of changed images, and a message for each image that could not be read.
 */
export async function addPlaceholders(
  { dataset, assets }: { dataset: Dataset; assets: Assets },
  assetDirectory: string,
): Promise<{ changed: number; failed: string[] }> {
  const failed: string[] = []
  const mutations = []
  for (const { _id: id, _type, metadata } of [...dataset.all()]) {
    const name = assetNameOf({ _id: id, _type })
    if (!name || !isRecord(metadata) || !metadata.lqip || metadata.blurHash) continue
    try {
      const bytes = await readFile(join(assetDirectory, 'images', name.fileName))
      const description = { extract: ['blurhash', 'thumbhash'] }
      const stored = await assets.storeFile('images', bytes, description)
      const { blurHash, thumbHash } = stored.metadata as Record<string, string>
      const set = { 'metadata.blurHash': blurHash, 'metadata.thumbHash': thumbHash }
      mutations.push({ patch: { id, set } })
    } catch (error) {
      failed.push(`${id}: ${reasonOf(error)}`)
    }
  }
  if (mutations.length > 0) dataset.transact(mutations, { author: 'inspect', unbounded: true })
  return { changed: mutations.length, failed }
}

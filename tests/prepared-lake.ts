import { constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from 'halvi-site/root'
import { fingerprint } from '../scripts/fingerprint.js'

/** Folder of the prepared lakes. Kept between builds, because preparing one takes half a minute. */
export const preparedLakesFolder: string = join(root, 'node_modules', '.cache', 'test-lakes')

/** Sources of a prepared lake. */
const sources = [
  'seed',
  'packages/content-lake/src',
  'server/share-images',
  'tests/prepare-lake.ts',
]

/**
 * Returns the folder of the prepared lake for the current sources. The first call sets an environment variable, so
 * that the test processes use the same lake when sources are edited during the tests.
 */
export function preparedLakeFolder(): string {
  process.env.PREPARED_LAKE ??= join(preparedLakesFolder, fingerprint(root, sources))
  return process.env.PREPARED_LAKE
}

/** Copies the prepared lake to a folder, and the share images to the data folder that contains it. */
export async function copyPreparedLake(directory: string): Promise<void> {
  await copyPart('lake', directory)
  await copyShareImages(dirname(directory))
}

/** Copies the share images of the seed's pages, so that the site does not have to draw them. */
export function copyShareImages(dataDir: string): Promise<void> {
  return copyPart('share-images', join(dataDir, 'share-images'))
}

function copyPart(part: string, to: string): Promise<void> {
  return cp(join(preparedLakeFolder(), part), to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
  })
}

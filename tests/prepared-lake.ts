import { constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeVersionFile } from '../cli/upgrade/data/version-file.ts'
import { fingerprint } from '../scripts/fingerprint.js'
import { root } from '../server/root.ts'
import { version } from '../server/version.ts'

/** Where prepared lakes lie: they outlive a build, for they take half a minute. */
export const preparedLakes: string = join(root, 'node_modules', '.cache', 'test-lakes')

/** What such a lake is made of. */
const sources = ['seed', 'lake/src', 'server/share-images', 'tests/prepare-lake.ts']

/**
 * Where one lies of this seed and this lake. Asked first before the tests begin, whose processes then
 * hear of it: sources that are edited meanwhile change nothing.
 */
export function preparedLake(): string {
  process.env.PREPARED_LAKE ??= join(preparedLakes, fingerprint(root, sources))
  return process.env.PREPARED_LAKE
}

/** Copies the seed's content and its pictures to where a lake is to be opened, in a folder of this version. */
export async function copyPreparedLake(directory: string): Promise<void> {
  await copyPart('lake', directory)
  const dataDir = dirname(directory)
  await copyShareImages(dataDir)
  // Without it the folder would be of the first version, and be upgraded at each start.
  writeVersionFile(dataDir, version)
}

/** Copies the pictures that the seed's pages are shared with, which a site would draw otherwise. */
export function copyShareImages(dataDir: string): Promise<void> {
  return copyPart('share-images', join(dataDir, 'share-images'))
}

function copyPart(part: string, to: string): Promise<void> {
  return cp(join(preparedLake(), part), to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
  })
}

import { constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fingerprint } from '../scripts/fingerprint.js'
import { root } from '../server/root.ts'

/** Where it lies: beside the build that made it, whose removal ends it; another seed has another. */
export const preparedLake = () => join(root, 'build', `test-lake-${fingerprint(root, ['seed'])}`)

/** Copies the seed's content and its pictures to where a lake is to be opened. */
export async function copyPreparedLake(directory: string): Promise<void> {
  await cp(preparedLake(), directory, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

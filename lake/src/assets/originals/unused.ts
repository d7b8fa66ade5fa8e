import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseFileName } from './names.ts'

/**
 * Removes the originals of assets that nobody knows any more, and nothing that is called otherwise. Resolves to
 * how many. Nobody may be storing any: theirs are there before their documents are.
 *
 * @param directory that of the assets
 * @param isKnown tells of an asset's id
 */
export async function removeUnused(
  directory: string,
  isKnown: (id: string) => boolean,
): Promise<number> {
  let removed = 0
  for (const kind of ['images', 'files'] as const) {
    for (const fileName of await readdir(join(directory, kind))) {
      const name = parseFileName(kind, fileName)
      if (!name || isKnown(name.id)) continue
      await rm(join(directory, kind, fileName))
      removed++
    }
  }
  return removed
}

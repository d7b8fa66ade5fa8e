import type { KeepRules } from '../../settings/keep-rules.ts'
import type { Store } from '../stores/store.ts'
import { kept } from './keep.ts'
import { chunkName, type Listed, type PlaceReader } from './place.ts'

/**
 * Deletes the backups that the rules don't keep, then the chunks that no other needs. Call it while the
 * place is locked. When one of the others can't be read, nothing is deleted: it may have been put there
 * so that the rules drop real ones.
 *
 * @param backups all that are there, the first first
 * @param chunks the names of all chunks that are there
 * @throws BackupError when the place is away, or a manifest is damaged
 */
export async function prune(
  store: Store,
  reader: PlaceReader,
  rules: KeepRules,
  backups: readonly Listed[],
  chunks: Iterable<string>,
): Promise<{ backups: number; chunks: number }> {
  const keep = kept(backups, rules)
  const gone = backups.filter((backup) => !keep.has(backup))
  const needed = new Set<string>()
  for (const backup of keep) {
    const { files } = await reader.manifest(backup)
    for (const file of files) {
      for (const chunk of file.chunks) needed.add(chunkName(chunk, reader.sealing))
    }
  }
  for (const { name } of gone) await store.remove(name)
  const unneeded = [...chunks].filter((name) => !needed.has(name))
  for (const name of unneeded) await store.remove(name)
  return { backups: gone.length, chunks: unneeded.length }
}

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { leadsIndexFile } from '../../../store/database/file-names.ts'

/**
 * Takes the index away, whatever state it is in, also while other processes have it open: they go on with the
 * file that they have until they find that `leads.db` does not know it any more. The next to open it makes it anew.
 *
 * @param markOutdated has `leads.db` know no index that there is
 */
export async function removeIndexFile(
  dataDir: string,
  markOutdated: () => Promise<void>,
): Promise<void> {
  await markOutdated()
  const file = join(dataDir, leadsIndexFile)
  // The file itself first: what lies beside a file that is there is its own.
  for (const path of [file, `${file}-wal`, `${file}-shm`]) rmSync(path, { force: true })
}

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { manifestEntry } from '../../cli/upgrade/snapshots.ts'
import { dataFiles } from '../../server/data-folder/data-files.ts'
import { root } from '../../server/root.ts'

/** The name of a data folder of an older version; see `tests/data-folders/README.md`. */
type DataFolder = '0.1.0' | 'before-accounts' | 'upgraded-by-0.2.0' | 'upgraded-by-0.2.0-postgres'

/** Creates temporary folders, which are removed on disposal. */
export class Folders implements Disposable {
  readonly #folders: string[] = []

  /** Creates an empty folder. Returns its path. */
  empty(): string {
    const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
    this.#folders.push(folder)
    return folder
  }

  /** Unpacks the data folder of an older version into a new or an existing folder. Returns its path. */
  unpacked(version: DataFolder, into = this.empty()): string {
    const archive = join(root, 'tests/data-folders', `${version}.tar.gz`)
    const { status } = spawnSync('tar', ['-xzf', archive, '-C', into])
    if (status !== 0) throw new Error(`${archive} can't be unpacked`)
    return join(into, version)
  }

  /** Copies a folder. Returns the path of the copy. */
  copied(folder: string): string {
    const copy = join(this.empty(), 'data')
    spawnSync('cp', ['-a', folder, copy])
    return copy
  }

  [Symbol.dispose](): void {
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true })
  }
}

/** Resolves to the hashes of all files in a data folder, by their paths. */
export async function contentsOf(dataDir: string): Promise<Record<string, string>> {
  const { databases, assets, others } = await dataFiles(dataDir, 'own')
  const contents: Record<string, string> = {}
  for (const path of [...databases, ...others, ...assets]) {
    contents[path] = (await manifestEntry(dataDir, path)).sha256
  }
  return contents
}

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from '../../cli/upgrade/snapshots.ts'
import { dataFiles } from '../../server/data-folder/data-files.ts'
import { root } from '../../server/root.ts'

/** A data folder that a former version has left. */
type DataFolder = '0.1.0' | 'before-accounts' | 'upgraded-by-0.2.0' | 'upgraded-by-0.2.0-postgres'

/** Makes folders that are gone when they are disposed of. */
export class Folders implements Disposable {
  readonly #made: string[] = []

  /** An empty one. */
  empty(): string {
    const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
    this.#made.push(folder)
    return folder
  }

  /** What a former version has left, in a folder of its own or in one that is there. */
  unpacked(version: DataFolder, into = this.empty()): string {
    const archive = join(root, 'tests/data-folders', `${version}.tar.gz`)
    const { status } = spawnSync('tar', ['-xzf', archive, '-C', into])
    if (status !== 0) throw new Error(`${archive} can't be unpacked`)
    return join(into, version)
  }

  /** Another one with the same in it. */
  copied(folder: string): string {
    const copy = join(this.empty(), 'data')
    spawnSync('cp', ['-a', folder, copy])
    return copy
  }

  [Symbol.dispose](): void {
    for (const folder of this.#made) rmSync(folder, { recursive: true, force: true })
  }
}

/** Everything that a data folder holds, by path: what each file is, to the byte. */
export async function contentsOf(dataDir: string): Promise<Record<string, string>> {
  const { databases, pictures, others } = await dataFiles(dataDir, 'own')
  const contents: Record<string, string> = {}
  for (const path of [...databases, ...others, ...pictures]) {
    contents[path] = (await describe(dataDir, path)).sha256
  }
  return contents
}

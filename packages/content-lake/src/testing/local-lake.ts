import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLake } from '../lake.ts'
import { TOKEN } from './names.ts'

/** Creates an empty folder that is deleted at the end of its scope. */
export async function emptyFolder() {
  const path = await mkdtemp(join(tmpdir(), 'lake-transfer-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Opens a lake in a folder, without an HTTP server. It is closed at the end of its scope. */
export async function localLake(directory: string) {
  const options = { projectId: 'local', dataset: 'production', token: TOKEN }
  const lake = await openLake({ directory, ...options })
  return { ...lake, [Symbol.asyncDispose]: () => lake.close() }
}

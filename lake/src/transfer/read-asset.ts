import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reasonOf, TransferError } from './transfer-error.ts'

const FETCH_TIMEOUT_MS = 30_000

/** An asset's bytes and the last part of its address. */
export interface ReadAsset {
  bytes: Uint8Array
  filename: string
}

/**
 * Checks, without reading it, that a file that an import asks for is there. It must lie in
 * the import's folder: assets become public, and a data file shall not be able to publish
 * what else is on the machine. Other kinds of addresses pass.
 *
 * Throws a `TransferError` that begins with `where`.
 */
export async function checkAsset(url: string, folder: string, where: string): Promise<void> {
  const scheme = new URL(url).protocol
  if (['http:', 'https:', 'data:'].includes(scheme)) return
  if (scheme !== 'file:') throw new TransferError(`${where}: cannot read from ${scheme}`)
  const path = pathOf(url, where)
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isFile) throw new TransferError(`${where}: ${path} does not exist`)
  const inside = (await realpath(folder)) + sep
  if (!(await realpath(path)).startsWith(inside)) {
    throw new TransferError(`${where}: ${path} lies outside of the import's folder`)
  }
}

/** Reads what `checkAsset` has let pass. Throws a `TransferError` that begins with `where`. */
export async function readAsset(url: string, where: string): Promise<ReadAsset> {
  try {
    if (url.startsWith('file:')) {
      const path = pathOf(url, where)
      return { bytes: await readFile(path), filename: basename(path) }
    }
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    const filename = url.startsWith('data:') ? '' : basename(new URL(url).pathname)
    return { bytes: new Uint8Array(await response.arrayBuffer()), filename }
  } catch (error) {
    throw new TransferError(`${where}: cannot read ${url.slice(0, 200)}: ${reasonOf(error)}`)
  }
}

function pathOf(url: string, where: string): string {
  try {
    return fileURLToPath(url)
  } catch (error) {
    throw new TransferError(`${where}: ${reasonOf(error)}`)
  }
}

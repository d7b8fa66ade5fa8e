import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkHost, fetchAsset } from './fetch-asset.ts'
import { reasonOf, TransferError } from './transfer-error.ts'

/** Where an asset is, and where it was asked for, for messages. */
interface AssetAddress {
  url: string
  where: string
}

/** An asset's bytes and the last part of its address. */
export interface ReadAsset {
  bytes: Uint8Array
  filename: string
}

/**
 * Checks, without reading it, that an import may have an asset. A file must be there and lie in the
 * import's folder: assets become public, and a data file must not publish what else is on the machine.
 * For the same reason others are only fetched from allowed hosts.
 *
 * Throws a `TransferError` that begins with `where`.
 */
export async function checkAsset(
  { url, where }: AssetAddress,
  folder: string,
  allowedHosts: ReadonlySet<string>,
): Promise<void> {
  const scheme = new URL(url).protocol
  if (scheme === 'data:') return
  if (['http:', 'https:'].includes(scheme))
    return located(where, () => checkHost(new URL(url), allowedHosts))
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

/** Reads an asset that `checkAsset` has accepted. Throws a `TransferError` that begins with `where`. */
export async function readAsset(
  { url, where }: AssetAddress,
  allowedHosts: ReadonlySet<string>,
): Promise<ReadAsset> {
  try {
    if (url.startsWith('file:')) {
      const path = pathOf(url, where)
      return { bytes: await readFile(path), filename: basename(path) }
    }
    if (!url.startsWith('data:')) {
      return {
        bytes: await fetchAsset(url, allowedHosts),
        filename: basename(new URL(url).pathname),
      }
    }
    const inline = await fetch(url)
    return { bytes: new Uint8Array(await inline.arrayBuffer()), filename: '' }
  } catch (error) {
    throw new TransferError(`${where}: cannot read ${url.slice(0, 200)}: ${reasonOf(error)}`)
  }
}

function pathOf(url: string, where: string): string {
  return located(where, () => fileURLToPath(url))
}

function located<Result>(where: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new TransferError(`${where}: ${reasonOf(error)}`)
  }
}
